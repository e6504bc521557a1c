package org.stoatflow.runtime.run;

import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.metrics.MetricsListener;

/**
 * What runs need from outside: time, the cluster's topics, a driver that steps them, and a listener that measures them.
 */
public interface RunEnvironment {
    Clock clock();

    /** The admin client of the application. */
    ClusterTopics topics();

    /** The listener that hears what there is to measure. */
    default MetricsListener meters() {
        return MetricsListener.NONE;
    }

    /**
     * Begins to step the lanes and the committer of a run. A lane is opened before its first step, by who steps it.
     * What that throws fails the run ({@link Run#fail}).
     */
    RunDriver start(Run run);
}
