package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line. The main thread reads them once.
 *
 * @param record whether results and their parts of docs/BENCHMARKS.md and README.md are written
 */
record LatencyOptions(
        List<Cell> cells, List<Library> libraries, Timing timing, Applications applications, boolean record) {

    /** After this time the JVMs' compilers have little left to do, on two processors. */
    static final Duration WARM = Duration.ofSeconds(40);

    private static final List<Scenario> MEASURED = List.of(Scenario.named("stateless"), Scenario.named("word-count"));
    private static final int NUMBER_MAX = 1_000_000;

    /**
     * How long and how often to measure.
     *
     * @param warmup how long to feed before the measured window
     * @param measured the length of the window
     * @param rounds how many rounds each library gets
     */
    record Timing(Duration warmup, Duration measured, int rounds) {}

    /**
     * How the applications run.
     *
     * @param partitions of the input and output topics
     * @param streamThreads Kafka Streams' {@code num.stream.threads}
     * @param jvmArgs more JVM options, both libraries'
     * @param settings more settings, both libraries'
     */
    record Applications(int partitions, int streamThreads, List<String> jvmArgs, Map<String, String> settings) {}

    /** The options for a round that only warms the broker; it is as long as the warm-up of another round. */
    LatencyOptions forBroker() {
        return new LatencyOptions(cells, libraries, new Timing(Duration.ZERO, timing.warmup(), 1), applications, false);
    }

    RoundOptions round() {
        return new RoundOptions(
                (int) timing.warmup().toSeconds(),
                (int) timing.measured().toSeconds(),
                applications.partitions(),
                applications.streamThreads(),
                applications.jvmArgs(),
                applications.settings());
    }

    @Command(name = "./stoatflow latency", description = """

                    Starts a Kafka broker, runs each application on StoatFlow and on Kafka Streams in turn, in a JVM of its own,
                    feeds it at a fixed rate, and measures what a read_committed reader waits for: from the slot of each
                    record to the arrival of what came of it. Every output is checked. Cache off, all else as by default.
                    """, footer = """

                    The default takes about 25 minutes. Exit status: 0 measured, 1 failed or wrong output, 2 bad arguments.""")
    static final class Given extends Arguments<LatencyOptions> {
        @Option(names = "--apps", split = ",", description = "stateless, word-count (default: both)")
        private List<Scenario> apps = MEASURED;

        @Option(names = "--rates", split = ",", description = "records a second (default: 2000; word-count 750)")
        private List<Integer> rates = List.of();

        @Option(names = "--guarantees", split = ",", description = "exactly_once_v2, at_least_once (default: both)")
        private List<Guarantee> guarantees = List.of(Guarantee.values());

        @Option(names = "--system", description = Library.SYSTEMS + " (default ${DEFAULT-VALUE})")
        private String system = "both";

        @Option(names = "--seconds", description = "measured part of each round (default ${DEFAULT-VALUE})")
        private int seconds = 15;

        @Option(names = "--warmup", description = "seconds before it (default ${DEFAULT-VALUE})")
        private int warmup = (int) WARM.toSeconds();

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

        @Option(
                names = "--record",
                description = "writes docs/benchmarks/latency.csv and its parts of BENCHMARKS.md and README.md")
        private boolean record;

        @Option(
                names = "--quick",
                description =
                        "one round of 5 seconds after 5: shows that it runs, and measures the compilers of the JVMs"
                                + " more than the libraries, which takes --warmup 40")
        void quick(boolean quick) {
            if (quick) {
                rounds = 1;
                warmup = 5;
                seconds = 5;
            }
        }

        @Override
        public CommandLine commandLine() {
            return super.commandLine().registerConverter(Scenario.class, saying(name -> Program.named(name, MEASURED)));
        }

        @Override
        public LatencyOptions call() {
            settings.forEach((key, value) ->
                    require(!key.isEmpty() && value != null, "Invalid value for option '--set': must be KEY=VALUE"));
            require(!record || jvmArgs.isEmpty(), "--record takes no --jvm: the page says which options the JVMs had");
            require(!record || settings.isEmpty(), "--record takes no --set: the page shows defaults");
            rates.forEach(rate -> upTo(NUMBER_MAX, "--rates", rate));
            return new LatencyOptions(
                    cells(),
                    Library.chosen(system).orElseThrow(() -> refusal("--system", Library.SYSTEMS, system)),
                    new Timing(
                            Duration.ofSeconds(upTo(NUMBER_MAX, "--warmup", warmup)),
                            Duration.ofSeconds(upTo(NUMBER_MAX, "--seconds", seconds)),
                            upTo(NUMBER_MAX, "--rounds", rounds)),
                    new Applications(
                            upTo(NUMBER_MAX, "--partitions", partitions),
                            upTo(NUMBER_MAX, "--ks-threads", streamThreads),
                            List.copyOf(jvmArgs),
                            Map.copyOf(settings)),
                    record);
        }

        /** What is measured; where no rates are given, each application gets its own. */
        private List<Cell> cells() {
            List<Cell> cells = new ArrayList<>();
            for (Scenario scenario : apps) {
                for (int rate : rates.isEmpty() ? List.of(scenario.standardRate()) : rates) {
                    for (Guarantee guarantee : guarantees) {
                        cells.add(new Cell(scenario, rate, guarantee));
                    }
                }
            }
            return List.copyOf(cells);
        }

        private void require(boolean valid, String sentence) {
            if (!valid) {
                throw refusal(sentence);
            }
        }
    }
}
