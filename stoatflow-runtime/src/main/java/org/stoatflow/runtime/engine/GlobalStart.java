package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.global.StartHandover;

/**
 * The wait of a start for the global stores: as in Kafka Streams, who has started the application can read them, and
 * hears why they cannot be loaded. Where nobody waits any more, the uncaught-exception handler hears it. Owner: the
 * thread that starts the application.
 */
final class GlobalStart {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalStart.class);
    private static final long LOOK_EVERY_NS = TimeSpans.nanos(Duration.ofMillis(5));

    private final long patienceNs;
    private final StartHandover handover;

    /**
     * @param patience how long the load may take to begin; loading ends where the brokers give no progress
     * @param handover by which the lifecycle tells of a failure
     */
    GlobalStart(Duration patience, StartHandover handover) {
        this.patienceNs = TimeSpans.nanos(patience);
        this.handover = handover;
    }

    /** How far a load has come. Any thread asks. */
    interface Load {
        /** Whether it has not begun yet. */
        boolean isToBegin();

        boolean isLoaded();
    }

    /** Waits until the stores are loaded, cannot be loaded, or the application is over. */
    void await(Load load, BooleanSupplier over) {
        long startNs = System.nanoTime();
        while (!over.getAsBoolean()
                && !load.isLoaded()
                && !isPatienceOver(load, startNs)
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, LOOK_EVERY_NS);
        }
        handover.leave();
        handover.told().ifPresent(failure -> {
            throw failure.asOfStart();
        });
    }

    private boolean isPatienceOver(Load load, long startNs) {
        if (!load.isToBegin() || System.nanoTime() - startNs < patienceNs) {
            return false;
        }
        LOG.warn("The start waits no longer for the global stores, which are loaded once brokers answer");
        return true;
    }
}
