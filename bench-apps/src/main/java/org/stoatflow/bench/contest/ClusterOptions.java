package org.stoatflow.bench.contest;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.scenario.Program;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of the command line; {@link Given} explains each. */
record ClusterOptions(
        Action action,
        List<Cell> cells,
        ClusterCommands commands,
        ClusterRound.Seconds seconds,
        int pairs,
        Path results) {
    private static final int NUMBER_MAX = 1_000_000;
    private static final Path RESULTS = Path.of("bench-apps", "target", "cluster");

    /** What is to be done. */
    enum Action {
        UP,
        RUN,
        TEST,
        DOWN;

        static Action named(String name) {
            for (Action action : values()) {
                if (action.name().equalsIgnoreCase(name)) {
                    return action;
                }
            }
            throw new IllegalArgumentException("must be up, run, test or down, not '" + name + "'");
        }
    }

    @Command(name = "./stoatflow cluster", description = """

                    Measures on the Kubernetes cluster of KUBECONFIG, by helm and kubectl and the chart in deploy/k3s, whose image must be there.
                    up: brokers alone. run SCENARIO: rounds of Kafka Streams and StoatFlow in turn, with a table and a
                    sentence, as bench has. test: scenario A on both, while the application's pod is ended; its outputs must be exact.
                    down: removes all, with volumes. ./stoatflow cluster report FILE... prints results again.
                    """, footer = """

                    Exit status: 0 done, 1 failed or wrong output, 2 bad arguments.""")
    static final class Given extends Arguments<ClusterOptions> {
        @Parameters(index = "0", paramLabel = "up|run|test|down", description = "what is to be done")
        private String action = "";

        @Parameters(index = "1..*", paramLabel = "SCENARIO", description = "for run: those of bench, or all")
        private List<String> scenarios = List.of();

        @Option(names = "--release", description = "its name in helm (default ${DEFAULT-VALUE})")
        private String release = "bench";

        @Option(names = "--namespace", description = "where it is (default ${DEFAULT-VALUE})")
        private String namespace = "bench";

        @Option(
                names = "--values",
                description = "a file of values, such as deploy/k3s/values-hetzner.yaml; may be repeated")
        private List<Path> values = List.of();

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "one more value of the chart; may be repeated")
        private Map<String, String> set = Map.of();

        @Option(names = "--guarantee", description = "exactly_once_v2 (default), at_least_once")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Option(names = "--rate", description = "records a second (default: each scenario's own)")
        private int rate;

        @Option(names = "--seconds", description = "measured part of each round (default ${DEFAULT-VALUE})")
        private int seconds = 60;

        @Option(names = "--warmup", description = "seconds before it (default ${DEFAULT-VALUE})")
        private int warmup = 60;

        @Option(names = "--pairs", description = "rounds of each library, order swapped (default ${DEFAULT-VALUE})")
        private int pairs = 1;

        @Option(names = "--results", description = "folder of the results as JSON (default: bench-apps/target/cluster)")
        private @Nullable Path results;

        @Override
        public ClusterOptions call() {
            Action chosen = action();
            if (chosen == Action.RUN == scenarios.isEmpty()) {
                throw refusal(chosen == Action.RUN ? "run needs a scenario" : action + " takes no scenario");
            }
            return new ClusterOptions(
                    chosen,
                    chosen == Action.TEST ? cells(List.of("A")) : cells(scenarios),
                    new ClusterCommands(
                            release,
                            namespace,
                            values.stream()
                                    .map(file -> BenchOptions.fromCaller(file).toString())
                                    .toList(),
                            set),
                    new ClusterRound.Seconds(
                            upTo(NUMBER_MAX, "--warmup", warmup), upTo(NUMBER_MAX, "--seconds", seconds)),
                    upTo(NUMBER_MAX, "--pairs", pairs),
                    results == null ? RESULTS : BenchOptions.fromCaller(results));
        }

        private Action action() {
            try {
                return Action.named(action);
            } catch (IllegalArgumentException unknown) {
                throw refusal(String.valueOf(unknown.getMessage()));
            }
        }

        private List<Cell> cells(List<String> names) {
            int given = rate == 0 ? 0 : upTo(NUMBER_MAX, "--rate", rate);
            try {
                return (names.contains("all")
                                ? BenchOptions.scenariosOfBench().stream()
                                : names.stream()
                                        .map(name -> Program.named(
                                                name.toUpperCase(Locale.ROOT), BenchOptions.scenariosOfBench())))
                        .map(scenario -> new Cell(scenario, given == 0 ? scenario.standardRate() : given, guarantee))
                        .toList();
            } catch (IllegalArgumentException unknown) {
                throw refusal(String.valueOf(unknown.getMessage()));
            }
        }
    }
}
