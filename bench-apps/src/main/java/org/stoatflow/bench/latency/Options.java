package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What the command line asks for. Read once by the main thread.
 *
 * @param rates records a second; empty: each application's own
 * @param warmup how long is fed before the measured window
 * @param measured the window
 * @param streamThreads Kafka Streams' {@code num.stream.threads}
 * @param jvmArgs more JVM options of the applications, both libraries'
 * @param settings more settings of the applications, both libraries'
 * @param record whether results and docs/BENCHMARKS.md are written
 */
record Options(
        List<Workload> workloads,
        List<Integer> rates,
        List<Guarantee> guarantees,
        List<Library> libraries,
        Duration warmup,
        Duration measured,
        int rounds,
        int partitions,
        int streamThreads,
        List<String> jvmArgs,
        Map<String, String> settings,
        boolean record) {

    private static final int NUMBER_MAX = 1_000_000;

    /** Its execution's result are the options; null where it has printed help, or what is wrong. */
    static CommandLine commandLine() {
        return new CommandLine(new Arguments())
                .registerConverter(int.class, saying(Options::number))
                .registerConverter(Integer.class, saying(Options::number))
                .registerConverter(Workload.class, saying(Workload::named))
                .registerConverter(Guarantee.class, saying(Guarantee::named))
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((bad, arguments) -> {
                    bad.getCommandLine().getErr().println("stoatflow latency: " + bad.getMessage() + "; see --help");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    List<Scenario> scenarios() {
        List<Scenario> scenarios = new ArrayList<>();
        for (Workload workload : workloads) {
            for (int rate : rates.isEmpty() ? List.of(workload.standardRate()) : rates) {
                for (Guarantee guarantee : guarantees) {
                    scenarios.add(new Scenario(workload, rate, guarantee));
                }
            }
        }
        return scenarios;
    }

    /** This for a round that only warms the broker: as long as the warm-up of another. */
    Options forBroker() {
        return new Options(
                workloads,
                rates,
                guarantees,
                libraries,
                Duration.ZERO,
                warmup,
                1,
                partitions,
                streamThreads,
                jvmArgs,
                settings,
                false);
    }

    private static int number(String text) throws BadArgument {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= NUMBER_MAX) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw new BadArgument("must be a whole number from 1 to " + NUMBER_MAX + ", not '" + text + "'");
    }

    /** The library shows the message of no other exception as it is. */
    private static <T> CommandLine.ITypeConverter<T> saying(CommandLine.ITypeConverter<T> converter) {
        return text -> {
            try {
                return converter.convert(text);
            } catch (BadArgument bad) {
                throw new CommandLine.TypeConversionException(bad.getMessage());
            }
        };
    }

    @Command(
            name = "./stoatflow latency",
            abbreviateSynopsis = true,
            sortOptions = false,
            usageHelpWidth = 120,
            description = """

                    Starts a Kafka broker, runs each application on StoatFlow and on Kafka Streams in turn, in a JVM of its own,
                    feeds it at a fixed rate, and measures what a read_committed reader waits for: from the slot of each
                    record to the arrival of what came of it. Every output is checked. Cache off, all else as by default.
                    """,
            footer = """

                    The default takes about 25 minutes. Exit status: 0 measured, 1 failed or wrong output, 2 bad arguments.""")
    static final class Arguments implements Callable<Options> {
        @Option(names = "--apps", split = ",", description = "stateless, word-count (default: both)")
        private List<Workload> apps = Workload.ALL;

        @Option(names = "--rates", split = ",", description = "records a second (default: 2000; word-count 750)")
        private List<Integer> rates = List.of();

        @Option(names = "--guarantees", split = ",", description = "exactly_once_v2, at_least_once (default: both)")
        private List<Guarantee> guarantees = List.of(Guarantee.values());

        @Option(names = "--system", description = "ours, ks, or both (default)")
        private String system = "both";

        @Option(names = "--seconds", description = "measured part of each round (default ${DEFAULT-VALUE})")
        private int seconds = 15;

        @Option(names = "--warmup", description = "seconds before it (default ${DEFAULT-VALUE})")
        private int warmup = 40;

        @Option(names = "--rounds", description = "rounds of each system, taken in turn (default ${DEFAULT-VALUE})")
        private int rounds = 3;

        @Option(names = "--partitions", description = "of the input and output topics (default ${DEFAULT-VALUE})")
        private int partitions = 12;

        @Option(names = "--ks-threads", description = "num.stream.threads of Kafka Streams (default ${DEFAULT-VALUE})")
        private int streamThreads = 1;

        @Option(names = "--jvm", description = "one more option for the JVMs of the applications; may be repeated")
        private List<String> jvmArgs = List.of();

        @Option(
                names = "--set",
                paramLabel = "KEY=VALUE",
                mapFallbackValue = Option.NULL_VALUE,
                description = "one more setting of the applications; may be repeated")
        private Map<String, String> settings = Map.of();

        @Option(names = "--record", description = "writes docs/benchmarks/latency.csv and its part of BENCHMARKS.md")
        private boolean record;

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "prints this")
        boolean help;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandLine.Model.CommandSpec spec;

        @Option(names = "--quick", description = "one round of 5 seconds after 5")
        void quick(boolean quick) {
            if (quick) {
                rounds = 1;
                warmup = 5;
                seconds = 5;
            }
        }

        @Override
        public Options call() {
            settings.forEach((key, value) ->
                    require(!key.isEmpty() && value != null, "Invalid value for option '--set': must be KEY=VALUE"));
            require(!record || jvmArgs.isEmpty(), "--record takes no --jvm: the page says which options the JVMs had");
            require(!record || settings.isEmpty(), "--record takes no --set: the page shows defaults");
            return new Options(
                    List.copyOf(apps),
                    List.copyOf(rates),
                    List.copyOf(guarantees),
                    libraries(),
                    Duration.ofSeconds(warmup),
                    Duration.ofSeconds(seconds),
                    rounds,
                    partitions,
                    streamThreads,
                    List.copyOf(jvmArgs),
                    Map.copyOf(settings),
                    record);
        }

        private List<Library> libraries() {
            require(
                    List.of("ours", "ks", "both").contains(system),
                    "Invalid value for option '--system': must be ours, ks or both, not '" + system + "'");
            return switch (system) {
                case "ours" -> List.of(Library.STOATFLOW);
                case "ks" -> List.of(Library.KAFKA_STREAMS);
                default -> List.of(Library.values());
            };
        }

        private void require(boolean valid, String message) {
            if (!valid) {
                throw new CommandLine.ParameterException(spec.commandLine(), message);
            }
        }
    }
}
