package org.stoatflow.bench.queries;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.latency.Conditions;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow bench-queries}: finds the saturation, takes the rounds, and prints a table. */
public final class Queries {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;

    private static final List<Figure> ROWS = List.of(
            new Figure("outputs a second", "%,.0f", QueriesResult::outputs),
            new Figure("latency p50, ms", "%.1f", round -> round.latencies().p50Ms()),
            new Figure("latency p99, ms", "%.1f", round -> round.latencies().p99Ms()),
            new Figure("store(...).get a second", "%,.0f", round -> round.gets().perSecond()),
            new Figure("store(...).get p50, µs", "%.1f", round -> round.gets().p50Micros()),
            new Figure("store(...).get p99, µs", "%,.1f", round -> round.gets().p99Micros()),
            new Figure("query a second", "%,.0f", round -> round.queries().perSecond()),
            new Figure("query p50, µs", "%.1f", round -> round.queries().p50Micros()),
            new Figure("query p99, µs", "%,.1f", round -> round.queries().p99Micros()),
            new Figure("load average of the machine", "%.1f", QueriesResult::load));

    private final QueriesOptions options;
    private final PrintStream out;

    private record Figure(String name, String format, ToDoubleFunction<QueriesResult> of) {
        /** The median of the rounds, and their range. */
        String text(List<QueriesResult> rounds) {
            double[] sorted = rounds.stream().mapToDouble(of).sorted().toArray();
            return Double.isNaN(sorted[0])
                    ? ""
                    : number(sorted[sorted.length / 2]) + " (" + number(sorted[0]) + " to "
                            + number(sorted[sorted.length - 1]) + ")";
        }

        private String number(double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    Queries(QueriesOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new QueriesOptions.Given().commandLine();
        int status = commandLine.execute(args);
        QueriesOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(QueriesOptions options) throws InterruptedException {
        try {
            new Queries(options, System.out).measure();
            return MEASURED;
        } catch (RoleFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    /** Measures; the kinds of rounds take turns. */
    List<QueriesResult> measure() throws RoleFailure, InterruptedException {
        List<QueriesResult> results = new ArrayList<>();
        out.println(Conditions.taken());
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            int number = 0;
            double saturation = 0; // the greatest: code is still being compiled in the first round
            for (int round = 1; round <= options.rounds(); round++) {
                double drained = new QueriesRound(kafka, options, number++).saturate();
                out.printf(Locale.ROOT, "round %d, saturated: %,.0f lines of 8 words a second%n", round, drained);
                saturation = Math.max(saturation, drained);
            }
            int rate = Math.max(1, (int) (saturation / 2));
            out.printf(Locale.ROOT, "Saturated by %,.0f lines a second; fed with %,d.%n", saturation, rate);
            for (int round = 1; round <= options.rounds(); round++) {
                for (Readers readers : Readers.values()) {
                    QueriesResult result = new QueriesRound(kafka, options, number++).run(readers, rate);
                    out.println("round " + round + ", " + readers.title() + ": " + line(result));
                    results.add(result);
                }
            }
        }
        table(results);
        return results;
    }

    private static String line(QueriesResult result) {
        List<String> texts = new ArrayList<>();
        ROWS.forEach(figure ->
                texts.add(figure.name() + " " + figure.number(figure.of().applyAsDouble(result))));
        return String.join("; ", texts);
    }

    /** In Markdown: the median of the rounds, and their range. */
    private void table(List<QueriesResult> results) {
        out.println();
        StringBuilder title = new StringBuilder("| |");
        StringBuilder rule = new StringBuilder("|---|");
        for (Readers readers : Readers.values()) {
            title.append(' ').append(readers.title()).append(" |");
            rule.append("---|");
        }
        out.println(title);
        out.println(rule);
        for (Figure figure : ROWS) {
            StringBuilder row = new StringBuilder("| " + figure.name() + " |");
            for (Readers readers : Readers.values()) {
                String text = figure.text(results.stream()
                        .filter(result -> result.readers() == readers)
                        .toList());
                row.append(text.isEmpty() ? "" : " " + text).append(" |");
            }
            out.println(row);
        }
    }
}
