package org.stoatflow.bench.jar;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow bench --jar}: runs a user's application on both libraries, and compares what they write. */
public final class BenchJar {
    private static final int FAILED = 1;

    private BenchJar() {}

    /** The exit status. */
    public static int run(String[] args, PrintStream out) throws InterruptedException {
        CommandLine commandLine = new JarOptions.Given().commandLine();
        int status = commandLine.execute(args);
        JarOptions options = commandLine.getExecutionResult();
        if (options == null) {
            return status;
        }
        try {
            return compare(options, out) instanceof Outputs.Comparison.Different ? FAILED : 0;
        } catch (BenchFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    static Outputs.Comparison compare(JarOptions options, PrintStream out) throws BenchFailure, InterruptedException {
        List<JarResult> results = new ArrayList<>();
        for (Library library : List.of(Library.KAFKA_STREAMS, Library.STOATFLOW)) {
            out.println(library.title() + ": " + options.application().main() + " on a broker of its own, "
                    + options.load().records() / options.load().rate() + " s ...");
            results.add(new JarRound(options, library).run());
        }
        Outputs.Comparison comparison =
                results.getFirst().outputs().comparedWith(results.getLast().outputs());
        out.println();
        out.print(JarResult.table(results));
        out.println();
        out.println(sentence(comparison));
        out.println("One round of each shows that it runs; it claims nothing about speed.");
        return comparison;
    }

    private static String sentence(Outputs.Comparison comparison) {
        return switch (comparison) {
            case Outputs.Comparison.Same _ -> "The outputs are the same: all values of all keys, in their order.";
            case Outputs.Comparison.SameInTheEnd _ ->
                "The last value of each key is the same; those before differ, as caches and commits decide which are"
                        + " seen.";
            case Outputs.Comparison.Different different ->
                "The outputs differ, first Kafka Streams', then StoatFlow's:\n  "
                        + String.join("\n  ", different.examples());
        };
    }
}
