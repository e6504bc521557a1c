package org.stoatflow.bench.blocking;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of the command line; {@link Given} explains each. */
record BlockingOptions(
        List<String> what,
        List<Guarantee> guarantees,
        List<Integer> lanes,
        int seconds,
        int rate,
        int blockMs,
        int restarts) {

    static final String ONE_KEY = "one-key";
    static final String LANES = "lanes";
    static final String RESTART = "restart";

    private static final List<String> ALL = List.of(ONE_KEY, LANES, RESTART);
    private static final List<Guarantee> BOTH = List.of(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE);
    private static final int NUMBER_MAX = 1_000_000;

    @Command(name = "./stoatflow blocking", description = """

                    Starts a Kafka broker and measures, under each guarantee:
                      one-key   one key blocks for 5 s in a stage of 256 lanes: what the others do meanwhile
                      lanes     each record blocks for 10 ms: throughput with more and more lanes
                      restart   a record fails once: when the next commit comes, and whether a changelog is read (exactly_once_v2)
                    Each figure is printed beside the bound that it is held against.
                    """, footer = """

                    Exit status: 0 all bounds met, 1 not met or failed, 2 bad arguments.""")
    static final class Given extends Arguments<BlockingOptions> {
        @CommandLine.Parameters(
                paramLabel = "NAME",
                arity = "0..*",
                description = "one-key, lanes, restart (default: all three)")
        private List<String> what = ALL;

        @Option(names = "--guarantee", description = "exactly_once_v2 or at_least_once (default: both)")
        private @Nullable Guarantee guarantee;

        @Option(names = "--lanes", split = ",", description = "lane counts (default ${DEFAULT-VALUE})")
        private List<Integer> lanes = List.of(16, 64, 256, 512);

        @Option(names = "--seconds", description = "aimed length of each run of 'lanes' (default ${DEFAULT-VALUE})")
        private int seconds = 15;

        @Option(names = "--rate", description = "records a second (default ${DEFAULT-VALUE}); a fifth for 'restart'")
        private int rate = 5_000;

        @Option(names = "--block-ms", description = "how long the one key blocks (default ${DEFAULT-VALUE})")
        private int blockMs = 5_000;

        @Option(names = "--restarts", description = "how many records fail (default ${DEFAULT-VALUE})")
        private int restarts = 10;

        @Override
        public BlockingOptions call() {
            for (String name : what) {
                if (!ALL.contains(name)) {
                    throw refusal("NAME must be one-key, lanes or restart, not '" + name + "'");
                }
            }
            lanes.forEach(count -> upTo(NUMBER_MAX, "--lanes", count));
            return new BlockingOptions(
                    what,
                    guarantee == null ? BOTH : List.of(guarantee),
                    lanes,
                    upTo(NUMBER_MAX, "--seconds", seconds),
                    upTo(NUMBER_MAX, "--rate", rate),
                    upTo(NUMBER_MAX, "--block-ms", blockMs),
                    upTo(NUMBER_MAX, "--restarts", restarts));
        }
    }
}
