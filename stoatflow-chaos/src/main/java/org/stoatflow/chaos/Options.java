package org.stoatflow.chaos;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the command line asks for. The end of the run comes on top of the duration. */
record Options(Duration duration, Guarantee guarantee, int brokers, long seed, int recordsPerSecond, boolean keep) {
    private static final int RATE_MAX = 100_000;
    private static final int SECONDS_MAX = 24 * 3600;

    /**
     * Its execution's result are the options; null where it has printed help, or what is wrong.
     *
     * @param freshSeed where none is given
     */
    static CommandLine commandLine(long freshSeed) {
        return new CommandLine(new Arguments(freshSeed))
                .registerConverter(Guarantee.class, Guarantee::named)
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((bad, arguments) -> {
                    bad.getCommandLine().getErr().println("stoatflow chaos: " + bad.getMessage() + "; see --help");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    boolean exactlyOnce() {
        return guarantee == Guarantee.EXACTLY_ONCE;
    }

    @Command(
            name = "./stoatflow chaos",
            abbreviateSynopsis = true,
            sortOptions = false,
            usageHelpWidth = 120,
            description = """

                    Starts a Kafka cluster and an application with two hops, a cached and an uncached aggregation, and a
                    processor with a store and punctuators. While records flow, it kills the application with -9, freezes it,
                    lets a second instance fence it, stops, kills and freezes brokers, and feeds records that fail, block, or
                    cannot be read or written. At the end it restarts the application on its state folder and on an empty one,
                    and compares all output, and the changelogs, with the input topic.
                    """,
            footer = """

                    Under at_least_once no second instance fences the first: there, as in Kafka Streams, nothing keeps an
                    instance that was frozen from writing once more when it wakes.
                    Exit status: 0 verified, 1 differs or failed (logs are kept, and named), 2 bad arguments.""")
    static final class Arguments implements Callable<Options> {
        @Option(names = "--minutes", description = "feeds for so long (default ${DEFAULT-VALUE})")
        private int minutes = 20;

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

        @Option(names = "--keep", description = "keeps logs and state, and says where they are")
        private boolean keep;

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "prints this")
        boolean help;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandLine.Model.CommandSpec spec;

        Arguments(long freshSeed) {
            this.seed = freshSeed;
        }

        @Override
        public Options call() {
            if (brokers != 1 && brokers != 3) {
                throw refusal("--brokers", "1 or 3 (with two, no broker can be missed)", brokers);
            }
            Duration duration = seconds == null
                    ? Duration.ofMinutes(upTo(SECONDS_MAX / 60, "--minutes", minutes))
                    : Duration.ofSeconds(upTo(SECONDS_MAX, "--seconds", seconds));
            return new Options(duration, guarantee, brokers, seed, upTo(RATE_MAX, "--rate", rate), keep);
        }

        private int upTo(int max, String option, int given) {
            if (given < 1 || given > max) {
                throw refusal(option, "from 1 to " + max, given);
            }
            return given;
        }

        private CommandLine.ParameterException refusal(String option, String allowed, int given) {
            return new CommandLine.ParameterException(
                    spec.commandLine(),
                    "Invalid value for option '" + option + "': must be " + allowed + ", not " + given);
        }
    }
}
