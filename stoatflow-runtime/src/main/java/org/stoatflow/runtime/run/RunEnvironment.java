package org.stoatflow.runtime.run;

import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.metrics.MetricsListener;

/** What runs need from outside: time, somebody who steps them, and who measures. */
public interface RunEnvironment {
    Clock clock();

    /** Is told what there is to measure. */
    default MetricsListener meters() {
        return MetricsListener.NONE;
    }

    /** Has the lanes and the committer of a run stepped from now on. */
    RunDriver start(Run run);
}
