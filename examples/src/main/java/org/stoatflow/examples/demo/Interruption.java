package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C: asks the main thread to end, waits until it has, and then ends the process with the main thread's
 * status. The JVM by itself would give the signal's status.
 */
final class Interruption {
    private static final Duration END_LIMIT = Duration.ofMinutes(5);

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status = Demo.FAILED;

    /** Calls {@code stop} when the process is asked to end. */
    void onSignal(Runnable stop) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop), "demo-end"));
    }

    /** The main thread calls this as its last action. */
    void onEnd(int newStatus) {
        status = newStatus;
        ended.countDown();
    }

    private void end(Runnable stop) {
        stop.run();
        try {
            if (!ended.await(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("stoatflow demo: it has not ended in " + END_LIMIT.toMinutes() + " minutes.");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }
}
