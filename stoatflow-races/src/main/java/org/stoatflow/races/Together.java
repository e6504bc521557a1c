package org.stoatflow.races;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.stoatflow.races.turns.Turns;

/** Runs threads at the same time. */
public final class Together {
    private Together() {}

    /** Runs each body in a thread of its own, waits for all, and throws the first failure. */
    public static void run(Runnable... bodies) {
        AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            threads.add(thread(() -> {
                try {
                    body.run();
                } catch (RuntimeException failed) { // the root of the thread
                    failure.compareAndSet(null, failed);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start(); // not a method reference: a scheduler would not see the call in it
        }
        threads.forEach(Together::join);
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Makes a thread. It is virtual if threads take turns, since a turn then goes over without the machine's scheduler.
     */
    public static Thread thread(Runnable body) {
        return Turns.isMine() ? Thread.ofVirtual().unstarted(body) : new Thread(body);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts a proof", interrupted);
        }
    }
}
