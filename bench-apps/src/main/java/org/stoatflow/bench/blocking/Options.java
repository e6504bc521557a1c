package org.stoatflow.bench.blocking;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the command line asks for; {@link Arguments} says what each is. */
record Options(
        List<String> what,
        List<String> guarantees,
        List<Integer> lanes,
        int seconds,
        int rate,
        int blockMs,
        int restarts) {

    static final String ONE_KEY = "one-key";
    static final String LANES = "lanes";
    static final String RESTART = "restart";

    private static final List<String> ALL = List.of(ONE_KEY, LANES, RESTART);
    private static final List<String> GUARANTEES = List.of(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2);
    private static final int NUMBER_MAX = 1_000_000;

    /** Its execution's result are the options; null where it has printed help, or what is wrong. */
    static CommandLine commandLine() {
        return new CommandLine(new Arguments())
                .registerConverter(int.class, Options::number)
                .registerConverter(Integer.class, Options::number)
                .setOverwrittenOptionsAllowed(true)
                .setParameterExceptionHandler((bad, arguments) -> {
                    bad.getCommandLine().getErr().println("stoatflow blocking: " + bad.getMessage() + "; see --help");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 1 && number <= NUMBER_MAX) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw new CommandLine.TypeConversionException(
                "must be a whole number from 1 to " + NUMBER_MAX + ", not '" + text + "'");
    }

    @Command(
            name = "./stoatflow blocking",
            abbreviateSynopsis = true,
            sortOptions = false,
            usageHelpWidth = 120,
            description = """

                    Starts a Kafka broker and measures, under each guarantee:
                      one-key   one key blocks for 5 s in a stage of 256 lanes: what the others do meanwhile
                      lanes     each record blocks for 10 ms: throughput with more and more lanes
                      restart   a record fails once: when the next commit comes, and whether a changelog is read (exactly_once_v2)
                    Each figure is printed beside the bound that it is held against.
                    """,
            footer = """

                    Exit status: 0 all bounds met, 1 not met or failed, 2 bad arguments.""")
    static final class Arguments implements Callable<Options> {
        @CommandLine.Parameters(
                paramLabel = "NAME",
                arity = "0..*",
                description = "one-key, lanes, restart (default: all three)")
        private List<String> what = ALL;

        @Option(names = "--guarantee", description = "exactly_once_v2 or at_least_once (default: both)")
        private @Nullable String guarantee;

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

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "prints this")
        boolean help;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandLine.Model.CommandSpec spec;

        @Override
        public Options call() {
            what.forEach(
                    name -> require(ALL.contains(name), "NAME must be one-key, lanes or restart, not '" + name + "'"));
            require(
                    guarantee == null || GUARANTEES.contains(guarantee),
                    "Invalid value for option '--guarantee': must be exactly_once_v2 or at_least_once, not '"
                            + guarantee + "'");
            return new Options(
                    what, guarantee == null ? GUARANTEES : List.of(guarantee), lanes, seconds, rate, blockMs, restarts);
        }

        private void require(boolean valid, String message) {
            if (!valid) {
                throw new CommandLine.ParameterException(spec.commandLine(), message);
            }
        }
    }
}
