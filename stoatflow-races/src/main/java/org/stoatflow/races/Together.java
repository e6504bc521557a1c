package org.stoatflow.races;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.stoatflow.races.turns.Turns;

/** Threads that run at the same time. */
public final class Together {
    private Together() {}

    /** Runs each in a thread of its own, waits for all, and throws what the first that failed has thrown. */
    public static void run(Runnable... bodies) {
        AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            threads.add(thread(() -> {
                try {
                    body.run();
                } catch (RuntimeException failed) { // the thread's root
                    failure.compareAndSet(null, failed);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start(); // not by a method reference, in which a scheduler would not see it
        }
        threads.forEach(Together::join);
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * A thread to be started; virtual where they take turns, since the turn then goes over without the machine's help.
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
