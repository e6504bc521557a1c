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

    private static final List<Restorer> OURS = List.of(Restorer.BATCHES, Restorer.FILES);
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
        StringBuilder text = new StringBuilder("| median (range) |");
        StringBuilder line = new StringBuilder("\n|---|");
        for (Restorer restorer : Restorer.values()) {
            text.append(' ').append(restorer.title()).append(" |");
            line.append("---|");
        }
        for (Restorer ours : OURS) {
            text.append(' ')
                    .append(ours.title())
                    .append(" ÷ ")
                    .append(Restorer.KAFKA_STREAMS.title())
                    .append(" |");
            line.append("---|");
        }
        text.append(line).append('\n');
        text.append(row("records a second", "%,.0f", result -> tables.allRecords() / result.seconds()));
        MEASURES.forEach(figure -> text.append(row(figure.name(), figure.format(), figure.of())));
        return text.toString();
    }

    private String row(String name, String format, ToDoubleFunction<RestoreResult> of) {
        StringBuilder row = new StringBuilder("| ").append(name).append(" |");
        for (Restorer restorer : Restorer.values()) {
            row.append(' ').append(spread(restorer, of).text(format)).append(" |");
        }
        for (Restorer ours : OURS) {
            double ratio = spread(ours, of).median()
                    / spread(Restorer.KAFKA_STREAMS, of).median();
            row.append(' ')
                    .append(Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%.2f", ratio))
                    .append(" |");
        }
        return row.append('\n').toString();
    }

    private Spread spread(Restorer restorer, ToDoubleFunction<RestoreResult> of) {
        return Spread.of(
                results.stream().filter(result -> result.restorer() == restorer).mapToDouble(of));
    }
}
