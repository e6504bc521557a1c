package org.stoatflow.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the command line. The end of the run takes time on top of the duration. */
record ChaosOptions(
        Duration duration, Guarantee guarantee, int brokers, long seed, int recordsPerSecond, boolean keep, Mode mode) {
    private static final int MINUTES = 20;
    private static final int RATE_MAX = 100_000;
    private static final int SECONDS_MAX = 24 * 3600;
    private static final int COLD_STARTS_MAX = 100_000;
    private static final int PARALLEL_MAX = 64;

    boolean exactlyOnce() {
        return guarantee == Guarantee.EXACTLY_ONCE;
    }

    @Command(name = "./stoatflow chaos", description = """

                    Starts a Kafka cluster and an application with two hops, a cached and an uncached aggregation, and a
                    processor with a store and punctuators. While records flow, it kills the application with -9, freezes it,
                    lets a second instance fence it, stops, kills and freezes brokers, and feeds records that fail, block, or
                    cannot be read or written. It deletes topics of a pattern, cuts the log of a source, ends threads of
                    Kafka's clients, and has processors take long to begin. At the end it restarts the application on
                    its state folder and on an empty one, and compares all output, and the changelogs, with the input topic.
                    """, footer = """

                    Under at_least_once no second instance fences the first: there, as in Kafka Streams, nothing keeps an
                    instance that was frozen from writing once more when it wakes.
                    Exit status: 0 verified, 1 differs or failed (logs are kept, and named), 2 bad arguments.""")
    static final class Given extends Arguments<ChaosOptions> {
        @Option(names = "--minutes", description = "feeds for so long (default " + MINUTES + ")")
        private @Nullable Integer minutes;

        @Option(names = "--seconds", description = "feeds for so long instead")
        private @Nullable Integer seconds;

        @Option(names = "--guarantee", description = "exactly_once_v2 (default) or at_least_once")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Option(names = "--brokers", description = "1 (default) or 3")
        private int brokers = 1;

        @Option(names = "--rate", description = "records a second (default ${DEFAULT-VALUE})")
        private int rate = 400;

        @Option(names = "--seed", description = "of records and faults (default: a new one, which is printed)")
        private long seed;

        @Mixin
        private final OutageOptions outage = new OutageOptions();

        @Option(
                names = "--cold-starts",
                description =
                        "instead of all that, starts an application with a two-entry hop and a cached store so often,"
                                + " in a new JVM each time, on a backlog, under load, and beside others")
        private @Nullable Integer coldStarts;

        @Option(names = "--parallel", description = "cold starts at once (default: two for each processor)")
        private int parallel = Math.min(PARALLEL_MAX, 2 * Runtime.getRuntime().availableProcessors());

        @Option(names = "--start-seconds", description = "feeds each cold start for so long (default ${DEFAULT-VALUE})")
        private int startSeconds = 15;

        @Option(
                names = "--faults",
                split = ",",
                paramLabel = "<kind>",
                description =
                        "only these, one after the other and one in twenty seconds at least: ${COMPLETION-CANDIDATES}",
                completionCandidates = FaultNames.class)
        private List<FaultKind> faults = List.of();

        @Option(names = "--keep", description = "keeps logs and state, and says where they are")
        private boolean keep;

        /** @param freshSeed the seed to use where none is given */
        Given(long freshSeed) {
            this.seed = freshSeed;
        }

        @Override
        public ChaosOptions call() {
            if (brokers != 1 && brokers != 3) {
                throw refusal("--brokers", "1 or 3 (with two, no broker can be missed)", String.valueOf(brokers));
            }
            requireOne("--minutes", minutes, "--seconds", seconds);
            requireOne("--outage-minutes", outage.minutes, "--outage-seconds", outage.seconds);
            requireOne("--outage-minutes", outage.minutes, "--cold-starts", coldStarts);
            requireOne("--outage-seconds", outage.seconds, "--cold-starts", coldStarts);
            if (!faults.isEmpty() && (coldStarts != null || outage.minutes != null || outage.seconds != null)) {
                throw refusal("--faults goes with neither --cold-starts nor an outage");
            }
            return new ChaosOptions(duration(), guarantee, brokers, seed, upTo(RATE_MAX, "--rate", rate), keep, mode());
        }

        private void requireOne(String option, @Nullable Integer given, String other, @Nullable Integer otherGiven) {
            if (given != null && otherGiven != null) {
                throw refusal(option + " and " + other + " exclude each other");
            }
        }

        private Duration duration() {
            return seconds == null
                    ? Duration.ofMinutes(upTo(SECONDS_MAX / 60, "--minutes", minutes == null ? MINUTES : minutes))
                    : Duration.ofSeconds(upTo(SECONDS_MAX, "--seconds", seconds));
        }

        private Mode mode() {
            if (coldStarts != null) {
                return new Mode.ColdStarts(
                        upTo(COLD_STARTS_MAX, "--cold-starts", coldStarts),
                        upTo(PARALLEL_MAX, "--parallel", parallel),
                        Duration.ofSeconds(upTo(SECONDS_MAX, "--start-seconds", startSeconds)));
            }
            if (outage.seconds != null) {
                return new Mode.Outage(Duration.ofSeconds(upTo(SECONDS_MAX, "--outage-seconds", outage.seconds)));
            }
            if (outage.minutes != null) {
                return new Mode.Outage(Duration.ofMinutes(upTo(SECONDS_MAX / 60, "--outage-minutes", outage.minutes)));
            }
            return new Mode.Faults(faults);
        }

        @Override
        public CommandLine commandLine() {
            return super.commandLine().registerConverter(FaultKind.class, saying(FaultKind::ofOption));
        }
    }

    /** The options of an outage. */
    private static final class OutageOptions {
        @Option(
                names = "--outage-minutes",
                description = "instead of other faults, kills all brokers once and has them back after so long")
        private @Nullable Integer minutes;

        @Option(names = "--outage-seconds", description = "the same, in seconds")
        private @Nullable Integer seconds;
    }

    /** What {@code --faults} may name. */
    private static final class FaultNames extends ArrayList<String> {
        @SuppressWarnings("unused") // picocli makes it
        FaultNames() {
            super(Arrays.stream(FaultKind.values())
                    .filter(kind -> kind != FaultKind.OUTAGE)
                    .map(FaultKind::option)
                    .toList());
        }
    }
}
