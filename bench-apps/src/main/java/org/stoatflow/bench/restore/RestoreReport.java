package org.stoatflow.bench.restore;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.stoatflow.bench.latency.Spread;

/** The table of a run, in Markdown: the median of the rounds of each restorer, their range, and ratios of medians. */
final class RestoreReport {
    private final Tables tables;
    private final List<RestoreResult> results;

    private record Figure(String name, String format, ToDoubleFunction<RestoreResult> of) {}

    private static final Figure SECONDS = new Figure("seconds", "%.1f", RestoreResult::seconds);
    private static final List<Figure> MEASURES = List.of(
            SECONDS,
            new Figure("seconds to the first right answer", "%.1f", RestoreResult::answerSeconds),
            new Figure("processor seconds", "%.1f", RestoreResult::cpuSeconds),
            new Figure("resident memory, highest, MiB", "%.0f", RestoreResult::residentMib),
            new Figure("disk while restoring, highest, MiB", "%.0f", RestoreResult::diskWhileMib),
            new Figure("disk after the end, MiB", "%.0f", RestoreResult::diskAfterMib));

    RestoreReport(Tables tables, List<RestoreResult> results) {
        this.tables = tables;
        this.results = results;
    }

    String markdown() {
        StringBuilder text =
                new StringBuilder("| median (range) | bare consumers | Kafka Streams | StoatFlow | StoatFlow ÷"
                        + " Kafka Streams |\n|---|---|---|---|---|\n");
        text.append(row("records a second", "%,.0f", result -> tables.allRecords() / result.seconds()));
        MEASURES.forEach(figure -> text.append(row(figure.name(), figure.format(), figure.of())));
        return text.toString();
    }

    private String row(String name, String format, ToDoubleFunction<RestoreResult> of) {
        double ratio = spread(Restorer.STOATFLOW, of).median()
                / spread(Restorer.KAFKA_STREAMS, of).median();
        return "| " + name + " | " + spread(Restorer.CONSUMERS, of).text(format) + " | "
                + spread(Restorer.KAFKA_STREAMS, of).text(format) + " | "
                + spread(Restorer.STOATFLOW, of).text(format) + " | "
                + (Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%.2f", ratio)) + " |\n";
    }

    private Spread spread(Restorer restorer, ToDoubleFunction<RestoreResult> of) {
        return Spread.of(
                results.stream().filter(result -> result.restorer() == restorer).mapToDouble(of));
    }
}
