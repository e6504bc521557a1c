package org.stoatflow.operator;

/** Sums of lengths of time, in milliseconds. */
final class Durations {
    private Durations() {}

    /** The sum, or the greatest number where it is greater. */
    static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }
}
