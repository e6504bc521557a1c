package org.stoatflow.runtime.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.stoatflow.localkafka.Patience;

/** Waits for a bounded time until a condition is true. Usable from any thread. */
public final class Eventually {
    /** How long a test waits for something that takes a moment; longer on a busy machine ({@link Patience}). */
    public static final Duration LIMIT = Duration.ofSeconds(120);

    /** Most conditions ask a broker, which costs both sides: the longer it takes, the seldomer it is asked. */
    private static final long PAUSE_NS_MIN = 5_000_000;

    private static final long PAUSE_NS_MAX = 100_000_000;
    private static final int PARTS = 10; // a pause is this part of what was waited, so a wait is hardly longer for it

    private Eventually() {}

    /** @param otherwise describes what is missing, for the error at the end of {@link #LIMIT} */
    public static void await(BooleanSupplier condition, Supplier<String> otherwise) {
        long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long waitedNs = System.nanoTime() - beginNs;
            if (Patience.isOver(beginNs, LIMIT)) {
                throw new AssertionError(
                        "not within " + TimeUnit.NANOSECONDS.toSeconds(waitedNs) + " s: " + otherwise.get());
            }
            LockSupport.parkNanos(Math.clamp(waitedNs / PARTS, PAUSE_NS_MIN, PAUSE_NS_MAX));
        }
    }
}
