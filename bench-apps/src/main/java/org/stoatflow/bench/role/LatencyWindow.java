package org.stoatflow.bench.role;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * The slots of a time span, without its end, and the latencies of the outputs of their records, in microseconds. One
 * thread at a time.
 *
 * @param micros from the slot of the record that caused an output to the arrival of the output
 * @param sinceTimestamp from the timestamp of an output to its arrival
 */
public record LatencyWindow(long fromNs, long toNs, Histogram micros, Histogram sinceTimestamp) {
    private static final long HIGHEST_MICROS = Duration.ofMinutes(10).toNanos() / 1_000;
    private static final int DIGITS = 3;

    public LatencyWindow(long fromNs, long toNs) {
        this(fromNs, toNs, new Histogram(HIGHEST_MICROS, DIGITS), new Histogram(HIGHEST_MICROS, DIGITS));
    }

    void take(long slotNs, long nowNs) {
        if (slotNs >= fromNs && slotNs < toNs) {
            micros.recordValue(Math.clamp((nowNs - slotNs) / 1_000, 0, HIGHEST_MICROS));
        }
    }

    void takeSince(long slotNs, long timestampMs, long nowNs) {
        if (slotNs >= fromNs && slotNs < toNs) {
            sinceTimestamp.recordValue(Math.clamp(nowNs / 1_000 - timestampMs * 1_000, 0, HIGHEST_MICROS));
        }
    }
}
