package org.stoatflow.chaos;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.slf4j.LoggerFactory;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import org.stoatflow.localkafka.LocalKafkaOptions;
import picocli.CommandLine;

/**
 * {@code ./stoatflow chaos}: reads the command line, starts a cluster, does a {@link ChaosRun} and reports its outcome.
 */
public final class Chaos {
    static final int VERIFIED = 0;
    static final int FAILED = 1;

    /** For an application whose clock is wrong: rows and outputs of a year to come are taken, older ones are kept. */
    private static final Map<String, String> ANY_TIME =
            Map.of("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE), "log.retention.ms", "-1");

    private static final Duration BROKER_START_LIMIT = Duration.ofMinutes(3);

    private final ChaosOptions options;
    private final PrintStream out;
    private final PrintStream errors;

    Chaos(ChaosOptions options, PrintStream out, PrintStream errors) {
        this.options = options;
        this.out = out;
        this.errors = errors;
    }

    /** Runs; the exit status says whether everything was right. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) {
        CommandLine commandLine = new ChaosOptions.Given(System.nanoTime() % 1_000_000).commandLine();
        int status = commandLine.execute(args);
        ChaosOptions options = commandLine.getExecutionResult();
        if (options != null) {
            status = new Chaos(options, System.out, System.err).run();
        }
        System.exit(status);
    }

    /** Returns the exit status. */
    int run() {
        try {
            return runIn(RunFolder.create());
        } catch (ChaosFailure failure) { // there is no folder, and no log
            errors.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    private int runIn(RunFolder folder) {
        out.println("Chaos: " + what() + ", "
                + options.guarantee().setting() + ", " + options.brokers()
                + (options.brokers() == 1 ? " broker" : " brokers") + ", " + options.recordsPerSecond()
                + " records/s, --seed " + options.seed());
        LocalKafkaOptions cluster = LocalKafkaOptions.defaults()
                .withBrokers(options.brokers())
                .withBrokerProperties(ANY_TIME)
                .withStartTimeout(BROKER_START_LIMIT);
        try (LocalKafka kafka = LocalKafka.start(cluster)) {
            if (runOn(kafka, folder) == VERIFIED) {
                end(folder);
                return VERIFIED;
            }
        } catch (ChaosFailure | KafkaException | LocalKafkaException failure) {
            LoggerFactory.getLogger(Chaos.class).warn("The run failed", failure); // the whole of it to the log file
            errors.println("failed: " + failure.getMessage());
        }
        errors.println("Logs and state are in " + folder.path() + "; --seed " + options.seed()
                + " gives the same records and faults");
        return FAILED;
    }

    private String what() {
        return switch (options.mode()) {
            case Mode.Faults faults -> "faults for " + options.duration().toSeconds() + " s";
            case Mode.Outage(Duration lasts) -> "all brokers away for " + lasts.toSeconds() + " s";
            case Mode.ColdStarts(int starts, int parallel, Duration each) ->
                starts + " cold starts of " + each.toSeconds() + " s, " + parallel + " at once";
        };
    }

    private int runOn(LocalKafka kafka, RunFolder folder) {
        try {
            int status = VERIFIED;
            if (options.mode() instanceof Mode.ColdStarts mode) {
                out.println("verified: " + new ColdStarts(options, mode, kafka, folder.path(), out).run() + "; "
                        + options.guarantee().setting());
            } else {
                Names.createTopics(kafka);
                status = tell(new ChaosRun(options, kafka, folder.path(), out).run());
            }
            if (status != VERIFIED || options.keep()) {
                kafka.copyLogs(folder.path());
            }
            return status;
        } catch (RuntimeException failure) {
            try {
                kafka.copyLogs(folder.path());
            } catch (UncheckedIOException notCopied) {
                failure.addSuppressed(notCopied);
            }
            throw failure;
        }
    }

    private void end(RunFolder folder) {
        if (options.keep()) {
            out.println("Logs and state are in " + folder.path());
        } else {
            folder.deleteAll();
        }
    }

    private int tell(ChaosRun.Outcome outcome) {
        outcome.faults().lines().forEach(out::println);
        Map<Sign, Integer> signs = outcome.signs();
        out.printf(
                Locale.ROOT,
                "%d kills, %d broker faults, %d fences; the instances restarted in place %d times, asked the uncaught"
                        + " exception handler %d times, lost the partitions %d times%n",
                outcome.faults().kills(),
                outcome.faults().brokerFaults(),
                outcome.faults().fences(),
                signs.get(Sign.RESTARTED),
                signs.get(Sign.ASKED),
                signs.get(Sign.LOST));
        Differences differences = outcome.differences();
        if (differences.number() == 0) {
            out.println("verified: " + outcome.compared() + "; "
                    + options.guarantee().setting());
            return VERIFIED;
        }
        errors.println("differs: " + outcome.compared() + "; " + differences.number() + " differences, such as");
        differences.first().forEach(difference -> errors.println("  " + difference));
        return FAILED;
    }
}
