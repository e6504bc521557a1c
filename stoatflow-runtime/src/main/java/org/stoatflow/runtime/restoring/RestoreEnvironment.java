package org.stoatflow.runtime.restoring;

import java.util.List;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.state.StateEngine;

/** What restores need from outside: time, and a driver that steps them. */
public interface RestoreEnvironment {
    Clock clock();

    /** Begins to restore. The caller polls the driver until the restore is done. */
    RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading);
}
