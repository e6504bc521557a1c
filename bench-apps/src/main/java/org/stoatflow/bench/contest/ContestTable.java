package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.bench.role.RoleFailure;

/** The figures of a contest in Markdown: Kafka Streams, ours, and the ratio, median and range of the pairs. */
final class ContestTable {
    private static final List<Row> ROWS = List.of(
            new Row("latency p50, ms", "%.1f", round -> round.latencyMs(50)),
            new Row("latency p95, ms", "%.1f", round -> round.latencyMs(95)),
            new Row("latency p99, ms", "%.1f", round -> round.latencyMs(99)),
            new Row("latency p99.9, ms", "%.1f", round -> round.latencyMs(99.9)),
            new Row("latency, greatest, ms", "%.0f", round -> round.latencyMs(100)),
            new Row("since the output's timestamp, p50, ms", "%.1f", round -> round.sinceTimestampMs(50)),
            new Row("since the output's timestamp, p99, ms", "%.1f", round -> round.sinceTimestampMs(99)),
            new Row("p50 of the first seconds of the warm-up, ms", "%.1f", round -> round.coldMs(50)),
            new Row(
                    "CPU of the application, % of one processor",
                    "%.0f", round -> round.usage().cpu()),
            new Row(
                    "CPU of the broker, % of one processor",
                    "%.0f", round -> round.usage().brokerCpu()),
            new Row("resident memory, MiB", "%.0f", round -> round.usage().residentMib()),
            new Row(
                    "resident memory, highest, MiB",
                    "%.0f",
                    round -> round.usage().residentPeakMib()),
            new Row("outputs", "%,.0f", round -> round.output().outputs()),
            new Row("load generator, latest record, ms", "%.1f", RoundRecord::generatorLateMs),
            new Row(
                    "taken by the host, % of the machine",
                    "%.1f", round -> round.usage().stolen()));

    private ContestTable() {}

    /** A figure of a round. */
    private interface Figure {
        double of(RoundRecord round) throws RoleFailure;
    }

    private record Row(String title, String format, Figure figure) {
        Spread of(List<RoundRecord> rounds) throws RoleFailure {
            List<Double> values = new ArrayList<>();
            for (RoundRecord round : rounds) {
                values.add(figure.of(round));
            }
            return Spread.of(values.stream().mapToDouble(value -> value));
        }
    }

    static String of(Contest contest) throws RoleFailure {
        StringBuilder table = new StringBuilder("| " + contest.describe() + " | " + Library.KAFKA_STREAMS.title()
                + " | " + Library.STOATFLOW.title() + " | ratio |\n|---|---|---|---|\n");
        for (Row row : ROWS) {
            Spread theirs = row.of(contest.of(Library.KAFKA_STREAMS));
            Spread ours = row.of(contest.of(Library.STOATFLOW));
            double ratio = ours.median() / theirs.median();
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s |%n",
                    row.title(),
                    theirs.text(row.format()),
                    ours.text(row.format()),
                    Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : ""));
        }
        return table.toString();
    }
}
