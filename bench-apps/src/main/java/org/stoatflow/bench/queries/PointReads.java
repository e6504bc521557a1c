package org.stoatflow.bench.queries;

import org.HdrHistogram.Histogram;

/**
 * How long reads of one kind took, of all readers of a round.
 *
 * @param perSecond how many there were
 * @param p50Micros not a number where there were none
 * @param p99Micros not a number where there were none
 */
record PointReads(double perSecond, double p50Micros, double p99Micros) {
    private static final double MICRO_NS = 1_000;

    static PointReads of(Histogram ns, double seconds) {
        return new PointReads(ns.getTotalCount() / seconds, micros(ns, 50), micros(ns, 99));
    }

    private static double micros(Histogram ns, double percent) {
        return ns.getTotalCount() == 0 ? Double.NaN : ns.getValueAtPercentile(percent) / MICRO_NS;
    }
}
