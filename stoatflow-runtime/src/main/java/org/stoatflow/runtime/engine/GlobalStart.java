package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.global.GlobalFailure;
import org.stoatflow.runtime.lifecycle.Lifecycle;
import org.stoatflow.runtime.lifecycle.PhaseName;

/**
 * The wait of a start for the global stores: as in Kafka Streams, who has started the application can read them, and
 * hears why they cannot be loaded. Threads: the one that starts waits; the dispatcher's tells.
 */
final class GlobalStart {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalStart.class);
    private static final long LOOK_EVERY_NS = TimeSpans.nanos(Duration.ofMillis(5));

    private final long patienceNs;

    /**
     * Shared. Written by: the dispatcher's thread, before its end is reached. Read by: who starts the application,
     * behind that. Safe: volatile, written once. Proof: SharedFieldsTest.
     */
    private volatile @Nullable GlobalFailure failure;

    /** @param patience how long the load may take to begin; loading ends where the brokers give no progress */
    GlobalStart(Duration patience) {
        this.patienceNs = TimeSpans.nanos(patience);
    }

    /** The dispatcher has ended by a failure. */
    void onFailure(Throwable ended) {
        if (ended instanceof GlobalFailure ofGlobals && ofGlobals.isOfStart()) {
            failure = ofGlobals;
        }
    }

    /**
     * Waits until the stores are loaded, or the application is over.
     *
     * @param current null before the application has begun, and when it is over
     */
    void await(Supplier<@Nullable Lifecycle> current, BooleanSupplier over) {
        long startNs = System.nanoTime();
        while (!over.getAsBoolean()) {
            Lifecycle begun = current.get();
            if (begun != null && begun.areGlobalsLoaded()) {
                return;
            }
            boolean begins = begun == null || begun.phase() == PhaseName.PLANNING;
            if (begins && System.nanoTime() - startNs >= patienceNs) {
                LOG.warn("The start waits no longer for the global stores, which are loaded once brokers answer");
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(this, LOOK_EVERY_NS);
        }
        GlobalFailure met = failure;
        if (met != null) {
            throw met.asOfStart();
        }
    }
}
