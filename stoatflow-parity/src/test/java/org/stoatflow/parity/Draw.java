package org.stoatflow.parity;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Which runs of Kafka Streams a test makes. What they give is written down, and the same for as long as neither Kafka
 * Streams' version nor the program changes; so each time a test makes others, and one in twenty. {@code
 * -Dparity.reference=live} has all of them made, {@code record} written down. Any thread.
 */
final class Draw {
    private static final int ONE_OF = 20;

    private enum Mode {
        RECORDED,
        LIVE,
        RECORD
    }

    private final Mode mode =
            Mode.valueOf(System.getProperty("parity.reference", "recorded").toUpperCase(Locale.ROOT));
    private final long seed = Long.getLong("stoatflow.test.seed", System.nanoTime());

    /**
     * The draw of one run of a test, which prints its seed.
     *
     * @param test its name
     */
    Draw(String test) {
        System.out.println(test + ": -Dstoatflow.test.seed=" + seed);
    }

    /** Whether Kafka Streams runs this. */
    boolean has(String run) {
        return mode != Mode.RECORDED || number(run) % ONE_OF == 0;
    }

    /** Those of some runs that Kafka Streams makes: one at least. */
    List<String> of(Collection<String> runs) {
        List<String> drawn = runs.stream().filter(this::has).toList();
        return drawn.isEmpty()
                ? runs.stream().min(Comparator.comparingInt(this::number)).stream()
                        .toList()
                : drawn;
    }

    /** Whether what Kafka Streams gives is written down. */
    boolean records() {
        return mode == Mode.RECORD;
    }

    private int number(String run) {
        return new Random(seed + run.hashCode()).nextInt(Integer.MAX_VALUE);
    }
}
