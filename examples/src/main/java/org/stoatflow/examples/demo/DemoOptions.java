package org.stoatflow.examples.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line. Without lanes, the engine chooses; without a duration, the demo runs until Ctrl-C.
 */
record DemoOptions(
        Guarantee guarantee,
        int linesPerSecond,
        @Nullable Integer lanes,
        @Nullable Duration duration,
        long seed) {
    private static final int RATE_MAX = 1_000_000;
    private static final int LANES_MAX = 100_000;
    private static final int SECONDS_MAX = 7 * 24 * 3600;

    @Command(name = "./stoatflow demo", description = """

                    Starts a Kafka broker, feeds it lines of text, counts their words with StoatFlow, shows what a
                    read_committed reader of the counts sees, and at the end compares every count with what was fed.
                    """, footer = """

                    All files are in a temporary folder, which is deleted at the end; an hour at the default rate takes
                    a few gigabytes. Exit status: 0 verified, 1 differs or failed, 2 bad arguments.""")
    static final class Given extends Arguments<DemoOptions> {
        @Option(names = "--rate", description = "lines a second (default ${DEFAULT-VALUE}; about 8 words each)")
        private int rate = 2_000;

        @Option(names = "--guarantee", description = "exactly_once_v2 (default) or at_least_once")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Option(names = "--seconds", description = "feeds for so long; without it, until Ctrl-C")
        private @Nullable Integer seconds;

        @Option(names = "--lanes", description = "lanes that count (default: the engine's choice)")
        private @Nullable Integer lanes;

        @Option(names = "--seed", description = "of the text (default ${DEFAULT-VALUE}); the same gives the same lines")
        private long seed = 1;

        @Override
        public DemoOptions call() {
            return new DemoOptions(
                    guarantee,
                    upTo(RATE_MAX, "--rate", rate),
                    lanes == null ? null : upTo(LANES_MAX, "--lanes", lanes),
                    seconds == null ? null : Duration.ofSeconds(upTo(SECONDS_MAX, "--seconds", seconds)),
                    seed);
        }
    }
}
