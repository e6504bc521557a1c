package org.stoatflow.runtime.global;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.StepInterrupt;
import org.stoatflow.state.UserHold;

/**
 * Steps a {@link GlobalFollower} on a thread of its own until it fails or is stopped. The dispatcher's thread starts
 * and stops it; any thread asks for the failure.
 */
public final class GlobalThread implements GlobalDriver {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalThread.class);
    private static final Duration END_WAIT = Duration.ofSeconds(10);
    private static final Duration INTERRUPTED_GRACE = Duration.ofMillis(500);

    private final GlobalFollower follower;
    private final Thread thread;
    private final Duration endWait;
    private final StepInterrupt interrupt = new StepInterrupt();
    private volatile boolean stopping;

    /**
     * Shared, with {@code stopping}. Written by: the thread of the global stores ({@code failure}); the dispatcher's
     * thread ({@code stopping}). Read by: the other. Safe: volatile, one way; the consumer is woken after
     * {@code stopping} is set. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Throwable failure;

    /** @param threads makes the thread: a platform thread, since Kafka's consumer and RocksDB hold a carrier */
    public GlobalThread(GlobalFollower follower, ThreadFactory threads) {
        this(follower, threads, END_WAIT);
    }

    /** @param endWait how long the thread may take to come back by itself */
    GlobalThread(GlobalFollower follower, ThreadFactory threads, Duration endWait) {
        this.follower = follower;
        this.endWait = endWait;
        this.thread = threads.newThread(this::stepToEnd);
    }

    public void start() {
        thread.start();
    }

    /** Where it is left behind in a processor, the users' stores stay open until it comes back. */
    private void stepToEnd() {
        UserHold hold = UserHold.NONE;
        try {
            hold = follower.enterUsers();
            while (!stopping) {
                follower.step();
                dropStrayInterrupt();
            }
        } catch (WakeupException woken) {
            if (stopping) {
                LOG.debug("Woken to end", woken);
            } else {
                failure = woken; // of a client of a processor's own
            }
        } catch (Throwable any) { // the thread's root
            failure = any;
        } finally {
            interrupt.end(); // is for a record, and neither for close() of a processor nor for a client's
            follower.close();
            Closing.quietly("users' stores that a global processor was in", hold::leave);
        }
    }

    /**
     * A processor may leave the interrupt status set. It would end the next poll, and with it the application. Who
     * stops this thread says so before it interrupts.
     */
    private void dropStrayInterrupt() {
        if (Thread.interrupted() && stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void stop() {
        stopping = true;
        if (!thread.isAlive()) {
            return;
        }
        follower.wake();
        if (!endsWithin(endWait)) {
            interrupt.interrupt(thread);
            if (!endsWithin(INTERRUPTED_GRACE)) {
                LOG.warn(
                        "The global stores do not come back from a call of user code, and are left behind: {}",
                        doing());
            }
        }
    }

    @Override
    public boolean isBack() {
        return !thread.isAlive();
    }

    @Override
    public String doing() {
        return "thread " + thread.getName() + " in a processor of the global stores of topics " + follower.topics();
    }

    /** Waits for the end of the thread, an interrupted caller too: it closes the state next. */
    private boolean endsWithin(Duration time) {
        long deadlineNs = System.nanoTime() + TimeSpans.nanos(time);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return thread.join(Duration.ofNanos(deadlineNs - System.nanoTime()));
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
