package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        long seed,
        Show show,
        @Nullable Path svg) {
    private static final int RATE_MAX = 1_000_000;
    private static final int LANES_MAX = 100_000;
    private static final int SECONDS_MAX = 7 * 24 * 3600;
    private static final int SECONDS_OF_KILL = 40;
    private static final int SECONDS_BESIDE = 90; // warm-up, and as long again

    /**
     * What the demo shows besides counting.
     *
     * @param kill kills the applications in the middle, and starts them again
     * @param beside runs Kafka Streams on the same lines
     */
    record Show(boolean kill, boolean beside) {
        List<Library> libraries() {
            return beside ? List.of(Library.values()) : List.of(Library.STOATFLOW);
        }

        /** How long it takes; null where the demo goes on until it is stopped. */
        @Nullable
        Integer seconds() {
            Integer ofKill = kill ? SECONDS_OF_KILL : null;
            return beside ? Integer.valueOf(SECONDS_BESIDE) : ofKill;
        }
    }

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

        @Option(
                names = "--seconds",
                description = "feeds for so long; without it, until Ctrl-C, or as long as --kill (40) or"
                        + " --beside (90) need")
        private @Nullable Integer seconds;

        @Option(names = "--kill", description = "kills the application with SIGKILL in the middle, and starts it again")
        private boolean kill;

        @Option(
                names = "--beside",
                description = "runs Kafka Streams on the same lines, and shows both latencies of the second half")
        private boolean beside;

        @Option(names = "--svg", description = "draws what is printed into this file, as SVG")
        private @Nullable Path svg;

        @Option(names = "--lanes", description = "lanes that count (default: the engine's choice)")
        private @Nullable Integer lanes;

        @Option(names = "--seed", description = "of the text (default ${DEFAULT-VALUE}); the same gives the same lines")
        private long seed = 1;

        @Override
        public DemoOptions call() {
            Show show = new Show(kill, beside);
            Integer until = seconds == null ? show.seconds() : seconds;
            return new DemoOptions(
                    guarantee,
                    upTo(RATE_MAX, "--rate", rate),
                    lanes == null ? null : upTo(LANES_MAX, "--lanes", lanes),
                    until == null ? null : Duration.ofSeconds(upTo(SECONDS_MAX, "--seconds", until)),
                    seed,
                    show,
                    svg == null ? null : whereTyped(svg));
        }

        /** Relative paths are meant from the folder in which the command was typed. */
        private static Path whereTyped(Path path) {
            String folder = System.getenv("STOATFLOW_FROM");
            return folder == null ? path : Path.of(folder).resolve(path);
        }
    }
}
