package org.stoatflow.bench.failover;

import java.util.List;
import java.util.Map;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of the command line; {@link Given} explains each. */
record FailoverOptions(
        Load load,
        int rounds,
        Guarantee guarantee,
        List<Contender> contenders,
        List<Strike> strikes,
        Map<String, String> settings) {
    private static final int NUMBER_MAX = 1_000_000_000;

    /**
     * What the instances have and get.
     *
     * @param rows in the table
     * @param rate records a second
     * @param partitions of the topics
     * @param leadSeconds of input before the strike
     */
    record Load(int rows, int rate, int partitions, int leadSeconds) {}

    @Command(name = "./stoatflow failover", description = """

                    Starts a Kafka broker, fills a table, and ends the instance that has it while records come at a steady rate and
                    another instance waits: by SIGKILL and in order, with and without a standby. Prints the seconds from there
                    to the take-over, to the first output of a later input, and until those of each partition are a second behind at most.
                    """, footer = """

                    Exit status: 0 measured, 1 failed, 2 bad arguments.""")
    static final class Given extends Arguments<FailoverOptions> {
        @Option(names = "--rows", description = "in the table (default ${DEFAULT-VALUE})")
        private int rows = 1_000_000;

        @Option(names = "--rate", description = "records a second (default ${DEFAULT-VALUE})")
        private int rate = 10_000;

        @Option(names = "--partitions", description = "of the topics (default ${DEFAULT-VALUE})")
        private int partitions = 6;

        @Option(names = "--lead", description = "seconds of input before the owner ends (default ${DEFAULT-VALUE})")
        private int leadSeconds = 10;

        @Option(names = "--rounds", description = "of each (default ${DEFAULT-VALUE})")
        private int rounds = 1;

        @Option(names = "--guarantee", description = "exactly_once_v2 or at_least_once (default ${DEFAULT-VALUE})")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Option(
                names = "--systems",
                split = ",",
                description = "ours, ours-standby, ks-standby, ks-transactional-standby (default: all)")
        private List<Contender> contenders = List.of(Contender.values());

        @Option(names = "--strikes", split = ",", description = "kill, close (default: both)")
        private List<Strike> strikes = List.of(Strike.values());

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "one more setting; may be repeated")
        private Map<String, String> settings = Map.of();

        @Override
        public FailoverOptions call() {
            return new FailoverOptions(
                    new Load(
                            upTo(NUMBER_MAX, "--rows", rows),
                            upTo(NUMBER_MAX, "--rate", rate),
                            upTo(NUMBER_MAX, "--partitions", partitions),
                            upTo(NUMBER_MAX, "--lead", leadSeconds)),
                    upTo(NUMBER_MAX, "--rounds", rounds),
                    guarantee,
                    List.copyOf(contenders),
                    List.copyOf(strikes),
                    Map.copyOf(settings));
        }
    }
}
