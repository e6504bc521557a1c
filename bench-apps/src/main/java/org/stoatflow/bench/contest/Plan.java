package org.stoatflow.bench.contest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.stoatflow.bench.blocking.Blocking;
import org.stoatflow.bench.drain.Drain;
import org.stoatflow.bench.failover.Failover;
import org.stoatflow.bench.queries.Queries;
import org.stoatflow.bench.restore.Restore;

/**
 * What {@code bench all} does, in order.
 *
 * @param name what the name of the folder of its results begins with
 */
record Plan(String name, List<Step> steps) {
    private static final List<String> SCENARIOS = List.of("A", "B", "C", "D", "E", "F", "H");
    private static final String BOTH = "exactly_once_v2,at_least_once";
    private static final String TRANSACTIONAL = "--transactional";
    private static final int PAIR_SECONDS = 140;
    private static final int THREE_SECONDS = 210;

    /** Two searches of some eight trials, three contests of three pairs, and three rounds alone. */
    private static final int CELL_SECONDS = 16 * 65 + 9 * PAIR_SECONDS + 3 * 65;

    /**
     * A command, in a JVM of its own.
     *
     * @param title its name in sentences and files
     * @param seconds that it takes about
     */
    record Step(String title, Class<?> program, List<String> arguments, int seconds) {
        /** Whether it writes files of results itself; else its tables are kept. */
        boolean hasResults() {
            return program == Bench.class;
        }
    }

    /** One round of each, also of Kafka Streams with transactional stores; under 45 minutes on two processors. */
    static Plan quick() {
        return new Plan(
                "quick-",
                List.of(
                        bench(4 * THREE_SECONDS, "A", "B", "--guarantee", BOTH, TRANSACTIONAL),
                        bench(4 * THREE_SECONDS, "C", "D", "E", "F", TRANSACTIONAL),
                        new Step(
                                "drain",
                                Drain.class,
                                List.of(
                                        "--apps",
                                        "stateless,word-count",
                                        "--guarantees",
                                        "exactly_once_v2",
                                        "--system",
                                        "all"),
                                350),
                        new Step("restore", Restore.class, List.of("--records", "2000000"), 220)));
    }

    /** Three pairs of each at rates that are found; a night. */
    static Plan full() {
        List<Step> steps = new ArrayList<>();
        for (String scenario : SCENARIOS) {
            steps.add(bench(2 * CELL_SECONDS, scenario, "--guarantee", BOTH, "--find-rate", "--pairs", "3"));
        }
        steps.add(new Step("drain", Drain.class, List.of("--rounds", "3"), 1_500));
        steps.add(new Step("restore", Restore.class, List.of("--rounds", "3"), 600));
        steps.add(new Step("failover", Failover.class, List.of("--rounds", "3"), 1_800));
        steps.add(new Step("queries", Queries.class, List.of(), 600));
        steps.add(new Step("blocking", Blocking.class, List.of("lanes"), 600));
        return new Plan(ResultSet.FULL, List.copyOf(steps));
    }

    private static Step bench(int seconds, String... arguments) {
        return new Step("bench " + String.join(" ", arguments), Bench.class, List.of(arguments), seconds);
    }

    /**
     * How long the rest takes, if it takes as much more or less than was thought as what is done.
     *
     * @param done how many steps
     */
    Duration left(int done, Duration taken) {
        double rate = done == 0 ? 1 : taken.toSeconds() / (double) seconds(steps.subList(0, done));
        return Duration.ofSeconds(Math.round(rate * seconds(steps.subList(done, steps.size()))));
    }

    private static int seconds(List<Step> some) {
        return some.stream().mapToInt(Step::seconds).sum();
    }
}
