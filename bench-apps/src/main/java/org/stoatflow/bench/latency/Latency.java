package org.stoatflow.bench.latency;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow latency}: reads the command line, starts a broker, takes the rounds and reports. */
public final class Latency {
    static final int MEASURED = 0;
    static final int FAILED = 1;
    static final int BAD_ARGUMENTS = 2;

    /** Where the results are, below the folder of the project, in which {@code ./stoatflow} runs this. */
    static final Path RESULTS = Path.of("docs", "benchmarks", "latency.csv");

    static final Path PAGE = Path.of("docs", "BENCHMARKS.md");
    static final Path README = Path.of("README.md");
    static final String PART = "latency";

    private static final int RETAKES_MAX = 2;

    private final LatencyOptions options;
    private final PrintStream out;
    private int taken;

    Latency(LatencyOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Measures. The exit status says whether all output was right, not whether the results meet their bounds. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new LatencyOptions.Given().commandLine();
        int status = commandLine.execute(args);
        LatencyOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(LatencyOptions options) throws InterruptedException {
        try {
            Latency latency = new Latency(options, System.out);
            Results results = latency.measure();
            System.out.println();
            System.out.print(new Report(results).markdown());
            if (options.record()) {
                record(results);
            }
            return MEASURED;
        } catch (BadArgument bad) {
            System.err.println("stoatflow latency: " + bad.getMessage() + ".");
            return BAD_ARGUMENTS;
        } catch (RoleFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    /** Measures all rounds of all cells; the libraries take turns. */
    Results measure() throws RoleFailure, InterruptedException {
        List<RoundResult> rounds = new ArrayList<>();
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            warm(kafka);
            for (Cell cell : options.cells()) {
                for (int round = 1; round <= options.timing().rounds(); round++) {
                    for (Library library : options.libraries()) {
                        rounds.add(undisturbed(kafka, cell, library, round));
                    }
                }
            }
        }
        return new Results(Conditions.of(options, LocalDate.now(ZoneOffset.UTC), Tool.commit()), List.copyOf(rounds));
    }

    /** Measures a round; where the machine was disturbed, measures it again, as often as is allowed. */
    private RoundResult undisturbed(LocalKafka kafka, Cell cell, Library library, int round)
            throws RoleFailure, InterruptedException {
        for (int retakes = 0; ; retakes++) {
            RoundResult result = round(kafka, cell, library, round, ++taken, options);
            out.println(line(result));
            if (!(result.usage().stolen() > ProcessorTime.DISTURBED_PERCENT) || retakes == RETAKES_MAX) {
                return result;
            }
            out.println("  taken again, since the host of this machine took more than "
                    + ProcessorTime.DISTURBED_PERCENT + " %");
        }
    }

    /** Runs a round whose result is not used, so that the first round that counts does not meet a cold broker. */
    private void warm(LocalKafka kafka) throws RoleFailure, InterruptedException {
        round(kafka, options.cells().getFirst(), options.libraries().getLast(), 0, 0, options.forBroker());
    }

    private RoundResult round(
            LocalKafka kafka, Cell cell, Library library, int round, int topicsNumber, LatencyOptions chosen)
            throws RoleFailure, InterruptedException {
        return RoundResult.of(
                new Round(cell, Arm.of(library), round, chosen.round(), kafka, "latency-" + topicsNumber).run(), round);
    }

    private static String line(RoundResult result) {
        return String.format(
                Locale.ROOT,
                "%-46s %-13s round %d: p50 %.1f, p95 %.1f, p99 %.1f, max %.0f ms, CPU %.0f %%, broker %.0f %%,"
                        + " memory %.0f MiB, others %.1f %%%s",
                result.cell().describe(),
                result.library().title(),
                result.round(),
                result.latencies().p50Ms(),
                result.latencies().p95Ms(),
                result.latencies().p99Ms(),
                result.latencies().maxMs(),
                result.usage().cpu(),
                result.usage().brokerCpu(),
                result.usage().residentMib(),
                result.usage().stolen(),
                result.surplus() == 0 ? "" : ", " + result.surplus() + " outputs twice");
    }

    private static void record(Results results) throws BenchFailure {
        try {
            Files.createDirectories(RESULTS.getParent());
            Files.writeString(RESULTS, results.text());
            // From the text, so that the pages say what the file says.
            Report report = new Report(Results.parse(results.text()));
            write(PAGE, report.markdown());
            write(README, report.medians());
        } catch (IOException failure) {
            throw new BenchFailure("the results could not be written: " + failure, failure);
        }
    }

    private static void write(Path page, String body) throws IOException {
        Files.writeString(
                page, new Page(Files.readString(page)).with(PART, body).text());
    }
}
