package org.stoatflow.bench.latency;

import org.HdrHistogram.Histogram;

/**
 * How long a reader waited for the outputs of one round.
 *
 * @param samples how many outputs the measured window has
 * @param coldP50Ms p50 of the first ten seconds of the warm-up; not a number without a warm-up
 */
public record Latencies(long samples, double coldP50Ms, double p50Ms, double p95Ms, double p99Ms, double maxMs) {
    private static final double MICROS = 1_000;

    public static Latencies of(Histogram coldMicros, Histogram micros) {
        return new Latencies(
                micros.getTotalCount(),
                ms(coldMicros, 50),
                ms(micros, 50),
                ms(micros, 95),
                ms(micros, 99),
                ms(micros, 100));
    }

    /** A percentile in milliseconds; not a number without samples. */
    private static double ms(Histogram micros, double percent) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percent) / MICROS;
    }
}
