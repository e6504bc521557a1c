package org.stoatflow.config;

import java.time.Duration;

/**
 * Lengths of time as numbers. A user may give any length, also the longest, which means "not by time". This is the only
 * place where one becomes nanoseconds; the build forbids the JDK's own conversions elsewhere, which throw or give
 * numbers that overflow in the next sum.
 *
 * <p>A length in nanoseconds is 146 years at most, half of what a {@code long} holds. So {@code now + length} may wrap
 * around as {@link System#nanoTime} itself may, and {@code deadline - now} is right: compare such times by their
 * difference.
 */
public final class TimeSpans {
    /** The longest length, in nanoseconds. */
    public static final long LONGEST_NS = Long.MAX_VALUE / 2;

    private static final long MILLI_NS = 1_000_000;
    private static final long LONGEST_MS = LONGEST_NS / MILLI_NS;
    private static final Duration LONGEST = Duration.ofNanos(LONGEST_NS);

    private TimeSpans() {}

    /**
     * A length in nanoseconds.
     *
     * @param length the length
     * @return its nanoseconds, {@link #LONGEST_NS} at most, and no further than that below 0
     */
    public static long nanos(Duration length) {
        if (length.compareTo(LONGEST) >= 0) {
            return LONGEST_NS;
        }
        return length.compareTo(LONGEST.negated()) <= 0 ? -LONGEST_NS : length.toNanos();
    }

    /**
     * A length in nanoseconds.
     *
     * @param lengthMs the length in milliseconds
     * @return its nanoseconds, {@link #LONGEST_NS} at most, and no further than that below 0
     */
    public static long nanos(long lengthMs) {
        return Math.clamp(lengthMs, -LONGEST_MS, LONGEST_MS) * MILLI_NS;
    }

    /**
     * A length in milliseconds.
     *
     * @param length the length
     * @return its milliseconds, or the greatest number where they are more
     */
    public static long millis(Duration length) {
        try {
            return length.toMillis();
        } catch (ArithmeticException tooLong) {
            return length.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /**
     * A length in milliseconds for calls that take an {@code int}.
     *
     * @param length the length, not negative
     * @return its milliseconds, or the greatest {@code int} where they are more, which is 24 days
     */
    public static int intMillis(Duration length) {
        return (int) Math.min(millis(length), Integer.MAX_VALUE);
    }

    /**
     * The sum of two times or lengths.
     *
     * @param one a number
     * @param other another, not negative
     * @return their sum, or the greatest number where it is more
     */
    public static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }
}
