package org.stoatflow.bench.latency;

import org.HdrHistogram.Histogram;

/**
 * The figures of one round.
 *
 * @param round from 1
 * @param samples outputs of the measured window
 * @param coldP50Ms p50 of the first ten seconds of the warm-up; not a number without a warm-up
 * @param cpu processor time of the application, in percent of one processor over the window
 * @param brokerCpu that of the broker
 * @param residentMib memory of the application at the end of the window; below zero where the system does not say
 * @param stolen what the machine's host took for others in the window, in percent of all processors; not a number where
 *     nobody says
 * @param surplus outputs that came twice; at-least-once only
 */
record RoundResult(
        Scenario scenario,
        Library library,
        int round,
        long samples,
        double coldP50Ms,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double maxMs,
        double cpu,
        double brokerCpu,
        double residentMib,
        double residentPeakMib,
        double stolen,
        long surplus) {
    private static final double MICROS = 1_000;

    /** Not a number without samples. */
    static double ms(Histogram micros, double percent) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percent) / MICROS;
    }
}
