package org.stoatflow.bench.latency;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.stoatflow.command.Guarantee;

/** The tables of one run, in Markdown: for each scenario and figure the median of the rounds, and their range. */
final class Report {
    private final Results results;

    /** One figure: how it is named, taken and written. */
    private record Figure(String name, String format, ToDoubleFunction<RoundResult> of) {}

    /** Describes the machine, not the libraries; so the table shows no ratio of the libraries for it. */
    private static final Figure TAKEN_BY_HOST = new Figure(
            "taken by the host, % of the machine",
            "%.1f", round -> round.usage().stolen());

    private static final Figure P50 =
            new Figure("p50, ms", "%.1f", round -> round.latencies().p50Ms());
    private static final List<Figure> MEASURES = List.of(
            P50,
            new Figure("p95, ms", "%.1f", round -> round.latencies().p95Ms()),
            new Figure("p99, ms", "%.1f", round -> round.latencies().p99Ms()),
            new Figure(
                    "p50 of the first 10 s of the warm-up, ms",
                    "%.1f",
                    round -> round.latencies().coldP50Ms()),
            new Figure(
                    "CPU of the application, % of one processor",
                    "%.0f", round -> round.usage().cpu()),
            new Figure(
                    "CPU of the broker, % of one processor",
                    "%.0f", round -> round.usage().brokerCpu()),
            new Figure("resident memory, MiB", "%.0f", round -> round.usage().residentMib()),
            new Figure(
                    "resident memory, highest, MiB",
                    "%.0f",
                    round -> round.usage().residentPeakMib()),
            TAKEN_BY_HOST);

    Report(Results results) {
        this.results = results;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        results.conditions().forEach(line -> text.append("* ").append(line).append('\n'));
        text.append('\n');
        Set<Cell> cells = new LinkedHashSet<>();
        results.rounds().forEach(round -> cells.add(round.cell()));
        text.append(row("p50, ms", "StoatFlow", "Kafka Streams", "ratio", "aimed at", "met"));
        text.append(rule(6));
        for (Cell cell : cells) {
            text.append(bounded(cell));
        }
        for (Cell cell : cells) {
            text.append('\n').append(row(cell.describe(), "StoatFlow", "Kafka Streams", "ratio"));
            text.append(rule(4));
            for (Figure figure : MEASURES) {
                text.append(row(
                        figure.name(),
                        cell(figure, cell, Library.STOATFLOW),
                        cell(figure, cell, Library.KAFKA_STREAMS),
                        ratio(figure, cell)));
            }
        }
        return text.toString();
    }

    /** The medians of what was sent and committed exactly once, for the README. */
    String medians() {
        Set<Cell> cells = new LinkedHashSet<>();
        results.rounds().stream()
                .map(RoundResult::cell)
                .filter(cell -> cell.guarantee() == Guarantee.EXACTLY_ONCE)
                .forEach(cells::add);
        StringBuilder text = new StringBuilder();
        text.append(row("p50, ms", "StoatFlow", "Kafka Streams")).append(rule(3));
        for (Cell cell : cells) {
            text.append(row(
                    cell.scenario().name() + ", " + cell.rate() + " records/s",
                    medianOf(cell, Library.STOATFLOW),
                    medianOf(cell, Library.KAFKA_STREAMS)));
        }
        return text + "\n" + results.conditions().getFirst() + "\n";
    }

    private String medianOf(Cell cell, Library library) {
        Spread values = values(P50, cell, library);
        return values.isEmpty() ? "" : String.format(Locale.ROOT, P50.format(), values.median());
    }

    private String bounded(Cell cell) {
        Spread ours = values(P50, cell, Library.STOATFLOW);
        double bound = cell.p50BoundMs();
        boolean known = !ours.isEmpty() && !Double.isNaN(bound);
        return row(
                cell.describe(),
                cell(P50, cell, Library.STOATFLOW),
                cell(P50, cell, Library.KAFKA_STREAMS),
                ratio(P50, cell),
                Double.isNaN(bound) ? "" : String.format(Locale.ROOT, "%.0f", bound),
                known ? ours.median() <= bound ? "yes" : "**no**" : "");
    }

    private String cell(Figure figure, Cell cell, Library library) {
        return values(figure, cell, library).text(figure.format());
    }

    private String ratio(Figure figure, Cell cell) {
        double ratio = values(figure, cell, Library.STOATFLOW).median()
                / values(figure, cell, Library.KAFKA_STREAMS).median();
        return Double.isNaN(ratio) || figure.equals(TAKEN_BY_HOST) ? "" : String.format(Locale.ROOT, "%.2f", ratio);
    }

    private Spread values(Figure figure, Cell cell, Library library) {
        return Spread.of(results.rounds().stream()
                .filter(round -> round.cell().equals(cell) && round.library() == library)
                .mapToDouble(figure.of()));
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String rule(int columns) {
        return "|---".repeat(columns) + "|\n";
    }
}
