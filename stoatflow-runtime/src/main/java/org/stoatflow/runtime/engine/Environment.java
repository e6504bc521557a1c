package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.List;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.metrics.Meters;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KafkaClientSupplier;

/**
 * Everything from outside that the lifecycle of an application needs: time, Kafka clients, disk, threads. {@link
 * RealEnvironment} is the real one; a simulation brings its own.
 */
public interface Environment {
    Clock clock();

    KafkaClientSupplier clients();

    /** Opened anew for each lifecycle, which closes it. */
    ClusterTopics openTopics();

    /**
     * Opens the state, and locks its folder for this process.
     *
     * @throws org.stoatflow.streams.errors.StreamsException naming the folder, if it is in use or cannot be used
     */
    StateEngine openState(List<StoreDescription> stores);

    /** The id under which this instance is a member of its group; the state is open. */
    String instanceId();

    /** Whether the next start has the same id; else nobody waits for this member to come back. */
    default boolean keepsInstanceId() {
        return true;
    }

    /** Is told what there is to measure. */
    default Meters meters() {
        return Meters.NONE;
    }

    /** Waits, with nothing to poll. */
    void idle(Duration time);

    /** Has the lanes and the committer of a run stepped from now on. */
    RunDriver start(Run run);

    /** Begins to restore; the caller polls until it is done. */
    RestoreDriver restore(List<RestoreTask> tasks, StateEngine state, Restoration.Reading reading);

    /** What steps a run. */
    interface RunDriver {
        /**
         * Ends all stepping. What a lane still does afterwards, in user code that does not come back, belongs to no
         * epoch.
         *
         * @param waitNs how long lanes may take to come back
         * @param interrupt whether lanes that do not come back are interrupted
         * @return whether the committer has come back; if not, its producers must not be used again
         */
        boolean stop(long waitNs, boolean interrupt);
    }

    /** What steps a restore. */
    interface RestoreDriver {
        /**
         * Whether all is restored.
         *
         * @throws RuntimeException if it has failed
         */
        boolean isDone();

        /** Ends it; what is written stays, and is not read again. */
        void stop();
    }
}
