package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.role.RoleFailure;

/**
 * A figure of a round.
 *
 * @param format of its values
 */
record Figure(String title, String format, Reading reading) {
    static final Figure P50 = latency("latency p50, ms", 50);
    static final Figure P99 = latency("latency p99, ms", 99);
    static final Figure CPU = new Figure(
            "CPU of the application, % of one processor",
            "%.0f", round -> round.usage().cpu());
    static final Figure BROKER_CPU = new Figure(
            "CPU of the broker, % of one processor",
            "%.0f", round -> round.usage().brokerCpu());
    static final Figure MEMORY =
            new Figure("resident memory, MiB", "%.0f", round -> round.usage().residentMib());

    /** All, in the order of tables. */
    static final List<Figure> ALL = List.of(
            P50,
            latency("latency p95, ms", 95),
            P99,
            latency("latency p99.9, ms", 99.9),
            new Figure("latency, greatest, ms", "%.0f", round -> round.latencyMs(100)),
            new Figure("since the output's timestamp, p50, ms", "%.1f", round -> round.sinceTimestampMs(50)),
            new Figure("since the output's timestamp, p99, ms", "%.1f", round -> round.sinceTimestampMs(99)),
            new Figure("p50 of the first seconds of the warm-up, ms", "%.1f", round -> round.coldMs(50)),
            CPU,
            BROKER_CPU,
            MEMORY,
            new Figure(
                    "resident memory, highest, MiB",
                    "%.0f",
                    round -> round.usage().residentPeakMib()),
            new Figure("outputs", "%,.0f", round -> round.output().outputs()),
            new Figure("load generator, latest record, ms", "%.1f", RoundRecord::generatorLateMs),
            new Figure(
                    "taken by the host, % of the machine",
                    "%.1f", round -> round.usage().stolen()));

    /** How a round's figure is read. */
    interface Reading {
        double of(RoundRecord round) throws RoleFailure;
    }

    private static Figure latency(String title, double percent) {
        return new Figure(title, "%.1f", round -> round.latencyMs(percent));
    }

    /** Over rounds. */
    Spread of(List<RoundRecord> rounds) throws RoleFailure {
        return spread(values(rounds));
    }

    /** Of the second arm divided by that of the first, pair by pair; none where there is one arm. */
    List<Double> ratios(Contest contest) throws RoleFailure {
        List<Double> ratios = new ArrayList<>();
        if (contest.arms().size() < 2) {
            return ratios;
        }
        List<Double> base = values(contest.of(contest.arms().getFirst()));
        List<Double> other = values(contest.of(contest.arms().get(1)));
        for (int pair = 0; pair < Math.min(base.size(), other.size()); pair++) {
            ratios.add(other.get(pair) / base.get(pair));
        }
        return ratios;
    }

    static Spread spread(List<Double> values) {
        return Spread.of(values.stream().mapToDouble(value -> value));
    }

    private List<Double> values(List<RoundRecord> rounds) throws RoleFailure {
        List<Double> values = new ArrayList<>();
        for (RoundRecord round : rounds) {
            values.add(reading.of(round));
        }
        return values;
    }
}
