package org.stoatflow.examples.demo;

import java.util.Arrays;

/**
 * A histogram of latencies: microseconds in buckets that are at most 1/64 of their value wide. Values beyond the last
 * bucket count in it. One thread at a time.
 */
final class Latencies {
    private static final int STEPS_BITS = 6;
    private static final int STEPS = 1 << STEPS_BITS; // buckets for each doubling of the value
    private static final int DOUBLINGS = 40; // the last bucket begins beyond ten days
    private static final int BUCKETS = STEPS * DOUBLINGS;

    private final long[] counts = new long[BUCKETS];
    private long total;

    /** A latency below zero, which only a clock that runs backwards can show, counts as zero. */
    void add(long micros) {
        counts[bucket(Math.max(0, micros))]++;
        total++;
    }

    long total() {
        return total;
    }

    void clear() {
        Arrays.fill(counts, 0);
        total = 0;
    }

    /** The latency in milliseconds that so many percent do not exceed (rounded up to a bucket); NaN without any. */
    double percentileMs(double percent) {
        if (total == 0) {
            return Double.NaN;
        }
        long rank = Math.max(1, (long) Math.ceil(total * percent / 100));
        int bucket = 0;
        for (long seen = counts[0]; seen < rank; seen += counts[bucket]) {
            bucket++;
        }
        return lastMicros(bucket) / 1_000.0;
    }

    /** Below {@link #STEPS}: the value itself. Else the number of doublings, and the bits after the highest. */
    private static int bucket(long micros) {
        if (micros < STEPS) {
            return (int) micros;
        }
        int shift = Long.SIZE - 1 - STEPS_BITS - Long.numberOfLeadingZeros(micros);
        long bucket = (long) shift * STEPS + (micros >>> shift);
        return (int) Math.min(bucket, BUCKETS - 1);
    }

    private static long lastMicros(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = bucket / STEPS - 1;
        long first = (long) (STEPS + bucket % STEPS) << shift;
        return first + (1L << shift) - 1;
    }
}
