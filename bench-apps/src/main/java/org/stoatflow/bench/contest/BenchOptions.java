package org.stoatflow.bench.contest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.RoundOptions;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of the command line; {@link Given} explains each.
 *
 * @param findRate whether the rates of the cells are the begin of a search only
 * @param against the revision that ours is compared with; else it is Kafka Streams
 * @param transactional whether Kafka Streams takes turns with transactional stores, too
 * @param results folder of the files of results
 */
record BenchOptions(
        List<Cell> cells,
        boolean findRate,
        int pairs,
        RoundOptions round,
        Optional<String> against,
        boolean transactional,
        Path results) {
    private static final int NUMBER_MAX = 1_000_000;

    /** In the folder of the project, in which {@code ./stoatflow} runs this. */
    private static final Path RESULTS = Path.of("bench-apps", "target", "bench");

    /** Scenarios of {@code bench} have one letter. */
    static List<Scenario> scenariosOfBench() {
        return Scenario.all().stream()
                .filter(scenario -> scenario.name().length() == 1)
                .toList();
    }

    /** A path as the caller of {@code ./stoatflow} means it, whose folder is not the one that we run in. */
    static Path fromCaller(Path path) {
        String folder = System.getenv("STOATFLOW_FROM");
        return folder == null ? path : Path.of(folder).resolve(path);
    }

    @Command(name = "./stoatflow bench", description = """

                    Starts a Kafka broker, and runs each scenario on Kafka Streams and on StoatFlow in turn: application, load
                    generator and latency consumer in a JVM of their own each. Latency is from the time a record is due to the
                    arrival of its output at a read_committed consumer. Every output is checked. Cache off, all else as by
                    default. It ends with a table and one sentence for each scenario.
                    ./stoatflow bench report FILE... prints them again of files of results, and writes the page of a folder;
                    without arguments that of docs/BENCHMARKS.md. ./stoatflow bench all --quick runs one pair of most and all
                    --full three pairs of all; bench --jar J --main C an application of yours; bench micro the lane path (JMH).
                    """, footer = """

                    Exit status: 0 measured, 1 failed or wrong output, 2 bad arguments.""")
    static final class Given extends Arguments<BenchOptions> {
        @Parameters(
                arity = "1..*",
                paramLabel = "SCENARIO",
                description = "A stateless, B word count, C Protobuf, D joins of tables, E windows, F joins of streams,"
                        + " H deep fan-out; or all")
        private List<String> scenarios = List.of();

        @Option(
                names = "--guarantee",
                split = ",",
                description = "exactly_once_v2 (default), at_least_once; both with a comma between")
        private List<Guarantee> guarantees = List.of(Guarantee.EXACTLY_ONCE);

        @Option(names = "--rate", description = "records a second (default: each scenario's own)")
        private int rate;

        @Option(
                names = "--find-rate",
                description = "find the highest rate of each, from --rate on, and measure at 25, 50 and 80 %% of"
                        + " Kafka Streams' and at 80 %% of our own")
        private boolean findRate;

        @Option(names = "--seconds", description = "measured part of each round (default ${DEFAULT-VALUE})")
        private int seconds = 15;

        @Option(names = "--warmup", description = "seconds before it (default ${DEFAULT-VALUE})")
        private int warmup = 40;

        @Option(names = "--pairs", description = "rounds of each library, order swapped (default ${DEFAULT-VALUE})")
        private int pairs = 1;

        @Option(names = "--partitions", description = "of all topics (default ${DEFAULT-VALUE})")
        private int partitions = 12;

        @Option(names = "--ks-threads", description = "num.stream.threads of Kafka Streams (default ${DEFAULT-VALUE})")
        private int streamThreads = 1;

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "one more setting of both; may be repeated")
        private Map<String, String> settings = Map.of();

        @Option(
                names = "--against",
                paramLabel = "GIT-REF",
                description =
                        "compare with StoatFlow as it was there, in place of Kafka Streams; builds its engine once")
        private @Nullable String against;

        @Option(
                names = "--transactional",
                description = "Kafka Streams takes a third turn, with enable.transactional.statestores")
        private boolean transactional;

        @Option(names = "--results", description = "folder of the results as JSON (default: bench-apps/target/bench)")
        private @Nullable Path results;

        @Override
        public BenchOptions call() {
            if (transactional && against != null) {
                throw refusal("--against compares StoatFlow with itself, and takes no --transactional");
            }
            return new BenchOptions(
                    cells(),
                    findRate,
                    upTo(NUMBER_MAX, "--pairs", pairs),
                    new RoundOptions(
                            upTo(NUMBER_MAX, "--warmup", warmup),
                            upTo(NUMBER_MAX, "--seconds", seconds),
                            upTo(NUMBER_MAX, "--partitions", partitions),
                            upTo(NUMBER_MAX, "--ks-threads", streamThreads),
                            List.of(),
                            Map.copyOf(settings)),
                    Optional.ofNullable(against),
                    transactional,
                    results == null ? RESULTS : fromCaller(results));
        }

        private List<Cell> cells() {
            int same = rate == 0 ? 0 : upTo(NUMBER_MAX, "--rate", rate);
            List<Cell> cells = new ArrayList<>();
            for (Scenario scenario : chosen()) {
                for (Guarantee guarantee : guarantees) {
                    cells.add(new Cell(scenario, same == 0 ? scenario.standardRate() : same, guarantee));
                }
            }
            return List.copyOf(cells);
        }

        private List<Scenario> chosen() {
            if (scenarios.contains("all")) {
                return scenariosOfBench();
            }
            try {
                return scenarios.stream()
                        .map(name -> Program.named(name, scenariosOfBench()))
                        .toList();
            } catch (IllegalArgumentException unknown) {
                throw refusal(String.valueOf(unknown.getMessage()));
            }
        }
    }
}
