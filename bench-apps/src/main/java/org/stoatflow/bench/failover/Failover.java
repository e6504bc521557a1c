package org.stoatflow.bench.failover;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Conditions;
import org.stoatflow.bench.latency.Spread;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow failover}: ends instances that work, and prints what the others take to go on. */
public final class Failover {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;

    private final FailoverOptions options;
    private final PrintStream out;

    Failover(FailoverOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new FailoverOptions.Given().commandLine();
        int status = commandLine.execute(args);
        FailoverOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(FailoverOptions options) throws InterruptedException {
        try {
            Failover failover = new Failover(options, System.out);
            System.out.println("\n" + failover.markdown(failover.measure()));
            return MEASURED;
        } catch (BenchFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    List<FailoverResult> measure() throws BenchFailure, InterruptedException {
        List<FailoverResult> results = new ArrayList<>();
        out.println(Conditions.taken());
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            for (int round = 1; round <= options.rounds(); round++) {
                for (Strike strike : options.strikes()) {
                    for (Contender contender : options.contenders()) {
                        FailoverResult result = new FailoverRound(kafka, options, contender, strike, round).run();
                        out.println(line(result, round));
                        results.add(result);
                    }
                }
            }
        }
        return results;
    }

    private static String line(FailoverResult result, int round) {
        return String.format(
                Locale.ROOT,
                "%s, %s, round %d: taking over after %.1f s, running after %.1f s, first output after %.1f s, caught up"
                        + " after %.1f s",
                result.contender().title(),
                result.strike(),
                round,
                result.detected(),
                result.running(),
                result.firstOutput(),
                result.caughtUp());
    }

    String markdown(List<FailoverResult> results) {
        StringBuilder text =
                new StringBuilder("| seconds from the end of the owner, median (range) | taking over | running | first"
                        + " output | caught up |\n|---|---|---|---|---|\n");
        for (Strike strike : options.strikes()) {
            for (Contender contender : options.contenders()) {
                List<FailoverResult> some = results.stream()
                        .filter(result -> result.strike() == strike && result.contender() == contender)
                        .toList();
                text.append("| ").append(contender.title()).append(", ").append(strike);
                append(text, some, FailoverResult::detected);
                append(text, some, FailoverResult::running);
                append(text, some, FailoverResult::firstOutput);
                append(text, some, FailoverResult::caughtUp);
                text.append(" |\n");
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<FailoverResult> results, ToDoubleFunction<FailoverResult> of) {
        text.append(" | ").append(Spread.of(results.stream().mapToDouble(of)).text("%.1f"));
    }
}
