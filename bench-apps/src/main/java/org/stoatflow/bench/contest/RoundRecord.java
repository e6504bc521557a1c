package org.stoatflow.bench.contest;

import org.HdrHistogram.Histogram;
import org.stoatflow.bench.latency.RoundOutcome;
import org.stoatflow.bench.latency.RoundUsage;
import org.stoatflow.bench.role.ConsumerResult;
import org.stoatflow.bench.role.RoleFailure;

/**
 * One round in a file of results.
 *
 * @param arm whose it is
 * @param pair from 1
 * @param first whether it was the first of its pair
 * @param generatorLateMs how long after its slot the latest record was sent
 */
record RoundRecord(
        String arm, int pair, boolean first, ConsumerResult output, RoundUsage usage, double generatorLateMs) {
    private static final double MILLI_MICROS = 1_000;

    static RoundRecord of(RoundOutcome outcome, int pair, boolean first) {
        return new RoundRecord(
                outcome.arm().title(), pair, first, outcome.output(), outcome.usage(), outcome.generatorLateNs() / 1e6);
    }

    /** A percentile of the latencies of the measured window, in milliseconds. */
    double latencyMs(double percent) throws RoleFailure {
        return ms(output.micros(), percent);
    }

    /** The same from the timestamps of the outputs, which is what others publish. */
    double sinceTimestampMs(double percent) throws RoleFailure {
        return ms(ConsumerResult.decoded(output.sinceTimestamp()), percent);
    }

    double coldMs(double percent) throws RoleFailure {
        return ms(ConsumerResult.decoded(output.cold()), percent);
    }

    /** The median of the first half of the measured window. */
    double firstHalfMs() throws RoleFailure {
        return ms(ConsumerResult.decoded(output.firstHalf()), 50);
    }

    double secondHalfMs() throws RoleFailure {
        return ms(ConsumerResult.decoded(output.secondHalf()), 50);
    }

    private static double ms(Histogram micros, double percent) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percent) / MILLI_MICROS;
    }
}
