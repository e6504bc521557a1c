package org.stoatflow.bench.restore;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line; {@link Given} explains each.
 *
 * @param threads consumers of the floor, and stream threads of Kafka Streams
 * @param jvmArgs JVM options of all measured processes
 * @param settings more settings of both libraries' applications
 */
record RestoreOptions(
        Tables tables,
        Guarantee guarantee,
        List<Restorer> restorers,
        Timing timing,
        int threads,
        List<String> jvmArgs,
        Map<String, String> settings) {
    private static final int NUMBER_MAX = 1_000_000_000;
    private static final int BYTES_MIN = 120;

    /**
     * How often each restores.
     *
     * @param limit for one restore
     */
    record Timing(int rounds, Duration limit) {}

    @Command(name = "./stoatflow restore", description = """

                    Starts a Kafka broker, fills the changelogs of some tables once, and has them restored into empty folders, in turn
                    by consumers that only read (the floor), by Kafka Streams and by StoatFlow, each in a JVM of its own. Prints
                    seconds from the start of the JVM, records a second, processor time, highest resident memory (VmHWM), disk, and
                    the seconds until a query is answered; then the medians of the rounds. Asked rows must be right.
                    """, footer = """

                    Exit status: 0 measured, 1 failed, 2 bad arguments.""")
    static final class Given extends Arguments<RestoreOptions> {
        @Option(names = "--stores", description = "how many tables (default ${DEFAULT-VALUE})")
        private int stores = 8;

        @Option(names = "--partitions", description = "of each table (default ${DEFAULT-VALUE})")
        private int partitions = 6;

        @Option(names = "--records", description = "in all changelogs together (default ${DEFAULT-VALUE})")
        private int records = 1_600_000;

        @Option(names = "--bytes", description = "of each key and value together (default ${DEFAULT-VALUE})")
        private int bytes = BYTES_MIN;

        @Option(names = "--guarantee", description = "exactly_once_v2 or at_least_once (default ${DEFAULT-VALUE})")
        private Guarantee guarantee = Guarantee.AT_LEAST_ONCE;

        @Option(
                names = "--systems",
                split = ",",
                description =
                        "consumers, ks, ks-transactional, batches, files (default: all); the last two are StoatFlow")
        private List<Restorer> restorers = List.of(Restorer.values());

        @Option(names = "--rounds", description = "rounds of each, taken in turn (default ${DEFAULT-VALUE})")
        private int rounds = 1;

        @Option(
                names = "--threads",
                description = "consumers of the floor and stream threads of Kafka Streams (default: the processors)")
        private int threads = Runtime.getRuntime().availableProcessors();

        @Option(names = "--limit-minutes", description = "for one restore (default ${DEFAULT-VALUE})")
        private int limitMinutes = 30;

        @Option(names = "--jvm", description = "one more option for the measured JVMs; may be repeated")
        private List<String> jvmArgs = List.of();

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "one more setting; may be repeated")
        private Map<String, String> settings = Map.of();

        @Override
        public RestoreOptions call() {
            if (bytes < BYTES_MIN) {
                throw refusal("--bytes", BYTES_MIN + " at least", Integer.toString(bytes));
            }
            if (records < stores) {
                throw refusal("--records", "one for each table at least", Integer.toString(records));
            }
            return new RestoreOptions(
                    new Tables(
                            upTo(NUMBER_MAX, "--stores", stores),
                            upTo(NUMBER_MAX, "--partitions", partitions),
                            upTo(NUMBER_MAX, "--records", records),
                            bytes),
                    guarantee,
                    List.copyOf(restorers),
                    new Timing(
                            upTo(NUMBER_MAX, "--rounds", rounds),
                            Duration.ofMinutes(upTo(NUMBER_MAX, "--limit-minutes", limitMinutes))),
                    upTo(NUMBER_MAX, "--threads", threads),
                    List.copyOf(jvmArgs),
                    Map.copyOf(settings));
        }
    }
}
