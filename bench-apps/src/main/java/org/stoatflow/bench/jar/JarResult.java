package org.stoatflow.bench.jar;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.ProcessUsage;

/**
 * What a library gave.
 *
 * @param sinceDue microseconds from when an input was due; only of outputs that carry its header
 * @param sinceTimestamp microseconds from the timestamps of outputs
 */
record JarResult(Library library, Outputs outputs, Histogram sinceDue, Histogram sinceTimestamp, ProcessUsage usage) {
    private record Row(String title, Function<JarResult, String> figure) {}

    private static final List<Row> ROWS = List.of(
            new Row("outputs", result -> Long.toString(result.outputs().count())),
            new Row("latency p50 of the second half, ms", result -> ms(result.sinceDue(), 50)),
            new Row("latency p99 of the second half, ms", result -> ms(result.sinceDue(), 99)),
            new Row("since the output's timestamp, p50, ms", result -> ms(result.sinceTimestamp(), 50)),
            new Row("since the output's timestamp, p99, ms", result -> ms(result.sinceTimestamp(), 99)),
            new Row(
                    "processor time, its start included, s",
                    result -> String.format(
                            Locale.ROOT, "%.1f", result.usage().cpu().toMillis() / 1_000.0)),
            new Row(
                    "resident memory, highest, MiB",
                    result -> Long.toString(result.usage().residentPeakKib() / 1_024)));

    /** In Markdown, side by side. */
    static String table(List<JarResult> results) {
        StringBuilder table = new StringBuilder("| ");
        results.forEach(result -> table.append(" | ").append(result.library().title()));
        table.append(" |\n|---").append("|---".repeat(results.size())).append("|\n");
        for (Row row : ROWS) {
            table.append("| ").append(row.title());
            results.forEach(result -> table.append(" | ").append(row.figure().apply(result)));
            table.append(" |\n");
        }
        return table.toString();
    }

    private static String ms(Histogram micros, double percent) {
        return micros.getTotalCount() == 0
                ? "none has its header or time"
                : String.format(Locale.ROOT, "%.1f", micros.getValueAtPercentile(percent) / 1_000.0);
    }
}
