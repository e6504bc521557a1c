package org.stoatflow.bench.drain;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Conditions;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow drain}: fills topics, has both libraries drain them in turn, and prints a table. */
public final class Drain {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;

    private final DrainOptions options;
    private final PrintStream out;

    Drain(DrainOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new DrainOptions.Given().commandLine();
        int status = commandLine.execute(args);
        DrainOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(DrainOptions options) throws InterruptedException {
        try {
            new Drain(options, System.out).measure();
            return MEASURED;
        } catch (BenchFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    List<DrainResult> measure() throws BenchFailure, InterruptedException {
        List<DrainResult> results = new ArrayList<>();
        out.println(Conditions.taken());
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            for (String app : options.apps()) {
                DrainInput input = DrainInput.of(app, options.load());
                out.println("Filling topic " + input.topic() + " with " + input.records() + " records ...");
                input.fill(kafka);
                out.println(DrainResult.header());
                for (Guarantee guarantee : options.guarantees()) {
                    for (int round = 1; round <= options.rounds(); round++) {
                        for (Library library : options.libraries()) {
                            String name = "drain-" + app + "-" + (results.size() + 1);
                            DrainResult result = new DrainRound(kafka, input, guarantee, library, options, name).run();
                            out.println(result.row());
                            results.add(result);
                        }
                    }
                }
            }
        }
        return results;
    }
}
