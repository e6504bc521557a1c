package org.stoatflow.runtime.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a bounded time until a condition is true. Usable from any thread. */
public final class Eventually {
    /** How long a test waits for something that takes a moment on an idle machine, and a minute on a busy one. */
    public static final Duration LIMIT = Duration.ofSeconds(120);

    private static final long PAUSE_NS = 5_000_000;

    private Eventually() {}

    /** @param otherwise describes what is missing, for the error at the end of {@link #LIMIT} */
    public static void await(BooleanSupplier condition, Supplier<String> otherwise) {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) {
                throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + otherwise.get());
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
