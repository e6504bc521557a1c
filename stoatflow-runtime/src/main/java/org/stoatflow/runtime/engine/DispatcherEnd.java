package org.stoatflow.runtime.engine;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;

/**
 * The end of an engine's dispatcher thread, which whoever closes waits for.
 *
 * <p>While the process ends, nobody waits for it for ever. The thread may be in a callback of the user's that ends the
 * process, and {@code System.exit} waits for the shutdown hooks, one of which closes the application. What such a close
 * leaves behind is left as by a process that is killed: what is not committed is processed again after the next start.
 *
 * <p>Threads: the dispatcher's comes to its end; any thread waits.
 */
final class DispatcherEnd {
    private static final Logger LOG = LoggerFactory.getLogger(DispatcherEnd.class);
    private static final long LOOK_EVERY_NS = 100_000_000L;

    /** How long threads and clients may take to end behind the time that a close has for what is under way. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /**
     * Shared. Written by: the dispatcher's thread counts down, last of all. Read by: who closes the application. Safe:
     * latch. Proof: SharedFieldsTest.
     */
    private final CountDownLatch reached = new CountDownLatch(1);

    private final Thread dispatcher;

    /** @param dispatcher the thread, which is not started */
    DispatcherEnd(Thread dispatcher) {
        this.dispatcher = dispatcher;
    }

    Thread dispatcher() {
        return dispatcher;
    }

    /** The thread has closed everything. */
    void reach() {
        reached.countDown();
    }

    boolean isReached() {
        return reached.getCount() == 0;
    }

    /**
     * Waits for the end.
     *
     * @param timeout how long to wait
     * @param bound how long to wait while the process ends, before a grace
     * @return whether there is nothing more to wait for
     */
    boolean await(Duration timeout, Duration bound) throws InterruptedException {
        long startNs = System.nanoTime();
        long timeoutNs = TimeSpans.nanos(timeout);
        long boundNs = TimeSpans.nanos(bound.plus(GRACE));
        long waitedNs = 0;
        while (!reached.await(Math.clamp(timeoutNs - waitedNs, 0, LOOK_EVERY_NS), TimeUnit.NANOSECONDS)) {
            waitedNs = System.nanoTime() - startNs;
            if (isProcessEnding() && (isInExit(dispatcher) || waitedNs >= boundNs)) {
                LOG.warn(
                        "The process ends while thread {} is in {}, and is not waited for any more. What is not"
                                + " committed is processed again after the next start",
                        dispatcher.getName(),
                        isInExit(dispatcher) ? "System.exit, which waits for this close" : place(dispatcher));
                return true;
            }
            if (waitedNs >= timeoutNs) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInExit(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Runtime.class.getName())
                        && frame.getMethodName().equals("exit"));
    }

    private static String place(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith("java.")
                        && !frame.getClassName().startsWith("jdk."))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("code of the JDK");
    }

    /** No hook can be added any more once hooks run. */
    private static boolean isProcessEnding() {
        Thread hook = new Thread(() -> {}, "never run");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return !Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return true;
        }
    }
}
