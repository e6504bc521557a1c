package org.stoatflow.bench.latency;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.stoatflow.command.Guarantee;

/**
 * The tables of one run, in Markdown: for each scenario the median of the rounds and their range, and the medians of
 * the other figures, of both libraries in one cell. What each round had, and the rest, is in the file of results.
 */
final class Report {
    private final Results results;

    /** One figure: how it is named, taken and written. */
    private record Figure(String name, String format, ToDoubleFunction<RoundResult> of) {}

    private static final Figure P50 =
            new Figure("p50, ms", "%.1f", round -> round.latencies().p50Ms());
    private static final List<Figure> OTHERS = List.of(
            new Figure("p95, ms", "%.1f", round -> round.latencies().p95Ms()),
            new Figure("p99, ms", "%.1f", round -> round.latencies().p99Ms()),
            new Figure(
                    "CPU of the application, % of one processor",
                    "%.0f", round -> round.usage().cpu()),
            new Figure(
                    "CPU of the broker, % of one processor",
                    "%.0f", round -> round.usage().brokerCpu()),
            new Figure("resident memory, MiB", "%.0f", round -> round.usage().residentMib()));

    Report(Results results) {
        this.results = results;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        results.conditions().forEach(line -> text.append("* ").append(line).append('\n'));
        text.append('\n');
        Set<Cell> cells = new LinkedHashSet<>();
        results.rounds().forEach(round -> cells.add(round.cell()));
        List<String> columns = new ArrayList<>(List.of("p50, ms"));
        shown().forEach(library -> columns.add(library.title()));
        columns.addAll(List.of("ratio", "aimed at", "met"));
        text.append(row(columns.toArray(String[]::new))).append(rule(columns.size()));
        for (Cell cell : cells) {
            text.append(bounded(cell));
        }
        text.append('\n');
        text.append(row(Stream.concat(
                        Stream.of("medians, " + perLibrary(Library::title)),
                        OTHERS.stream().map(Figure::name))
                .toArray(String[]::new)));
        text.append(rule(1 + OTHERS.size()));
        for (Cell cell : cells) {
            text.append(others(cell));
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
                    medianOf(P50, cell, Library.STOATFLOW),
                    medianOf(P50, cell, Library.KAFKA_STREAMS)));
        }
        return text + "\n" + results.conditions().getFirst() + "\n";
    }

    private String others(Cell cell) {
        return row(Stream.concat(
                        Stream.of(cell.describe()),
                        OTHERS.stream().map(figure -> perLibrary(library -> medianOf(figure, cell, library))))
                .toArray(String[]::new));
    }

    private String medianOf(Figure figure, Cell cell, Library library) {
        Spread values = values(figure, cell, library);
        return values.isEmpty() ? "" : String.format(Locale.ROOT, figure.format(), values.median());
    }

    private String bounded(Cell cell) {
        Spread ours = values(P50, cell, Library.STOATFLOW);
        Spread theirs = values(P50, cell, Library.KAFKA_STREAMS);
        double ratio = ours.median() / theirs.median();
        double bound = cell.p50BoundMs();
        boolean known = !ours.isEmpty() && !Double.isNaN(bound);
        List<String> cells = new ArrayList<>(List.of(cell.describe()));
        shown().forEach(library -> cells.add(values(P50, cell, library).text(P50.format())));
        cells.add(Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%.2f", ratio));
        cells.add(Double.isNaN(bound) ? "" : String.format(Locale.ROOT, "%.0f", bound));
        cells.add(known ? ours.median() <= bound ? "yes" : "**no**" : "");
        return row(cells.toArray(String[]::new));
    }

    /** Those that have columns: Kafka Streams with transactional stores only where it was measured. */
    private List<Library> shown() {
        return Stream.of(Library.values())
                .filter(library -> library != Library.KAFKA_STREAMS_TRANSACTIONAL
                        || results.rounds().stream().anyMatch(round -> round.library() == library))
                .toList();
    }

    private String perLibrary(Function<Library, String> of) {
        return shown().stream().map(of).collect(Collectors.joining(" / "));
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
