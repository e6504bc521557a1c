package org.stoatflow.bench.queries;

import java.time.Duration;
import org.stoatflow.command.Arguments;
import org.stoatflow.command.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options of the command line; {@link Given} explains each.
 *
 * @param saturating lines of the round that finds the saturation
 * @param paced reads a second of each reader that has a fixed rate
 */
record QueriesOptions(
        Guarantee guarantee,
        int partitions,
        int saturating,
        Duration warmup,
        Duration measured,
        int rounds,
        int paced) {

    private static final int NUMBER_MAX = 1_000_000;

    @Command(name = "./stoatflow bench-queries", description = """

                    Starts a Kafka broker, finds the rate at which a word count is saturated, and feeds it at half of that:
                    without readers, with four threads that read points at a fixed rate, and with four that read without a
                    pause, by store(...).get and by query in turn. Every output is checked, and every count that is read.
                    """, footer = """

                    The default takes about 7 minutes. Exit status: 0 measured, 1 failed or wrong results, 2 bad arguments.""")
    static final class Given extends Arguments<QueriesOptions> {
        @Option(names = "--guarantee", description = "exactly_once_v2 or at_least_once (default: the first)")
        private Guarantee guarantee = Guarantee.EXACTLY_ONCE;

        @Option(names = "--partitions", description = "of the topics (default ${DEFAULT-VALUE})")
        private int partitions = 12;

        @Option(names = "--lines", description = "of 8 words, that saturate (default ${DEFAULT-VALUE})")
        private int lines = 200_000;

        @Option(names = "--warmup", description = "seconds before the measured part (default ${DEFAULT-VALUE})")
        private int warmup = 10;

        @Option(names = "--seconds", description = "measured part of each round (default ${DEFAULT-VALUE})")
        private int seconds = 15;

        @Option(names = "--rounds", description = "of each kind, taken in turn (default ${DEFAULT-VALUE})")
        private int rounds = 3;

        @Option(names = "--reads", description = "a second of each paced reader (default ${DEFAULT-VALUE})")
        private int reads = 500;

        @Override
        public QueriesOptions call() {
            return new QueriesOptions(
                    guarantee,
                    upTo(NUMBER_MAX, "--partitions", partitions),
                    upTo(NUMBER_MAX, "--lines", lines),
                    Duration.ofSeconds(upTo(NUMBER_MAX, "--warmup", warmup)),
                    Duration.ofSeconds(upTo(NUMBER_MAX, "--seconds", seconds)),
                    upTo(NUMBER_MAX, "--rounds", rounds),
                    upTo(NUMBER_MAX, "--reads", reads));
        }
    }
}
