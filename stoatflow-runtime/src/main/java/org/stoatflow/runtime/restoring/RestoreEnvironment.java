package org.stoatflow.runtime.restoring;

import java.util.List;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.state.StateEngine;

/** What restores need from outside: time, and somebody who steps them. */
public interface RestoreEnvironment {
    Clock clock();

    /** Begins to restore; the caller polls until it is done. */
    RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading);
}
