package org.stoatflow.parity;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * What Kafka Streams gives for the rows of {@link ParityIT}. It is {@link RecordedRows recorded}, since it is the same
 * for as long as neither Kafka Streams' version nor the row changes, and half of what the rows would compute. Some rows
 * run on it all the same, others each time, and have to give what is recorded.
 *
 * <p>{@code -Dparity.reference=live} runs all of them, {@code record} writes what they give. Not for several threads.
 */
final class KafkaStreamsRows {
    private static final Path FILE = Path.of("src", "test", "resources", "recorded-rows.txt");
    private static final String VERSION = KafkaStreamsVersion.of(KafkaStreamsRows.class.getClassLoader());
    private static final String MEND = "; './stoatflow parity --record' records it";

    /** One of so many rows runs. */
    private static final int ONE_OF = 20;

    private enum Mode {
        /** Recorded rows, of which some run as well. */
        RECORDED,
        /** All run, and give what is recorded. */
        LIVE,
        /** All run, and what they give replaces what is recorded. */
        RECORD
    }

    private final Mode mode;
    private final Random random;
    private final RecordedRows recorded;

    private KafkaStreamsRows(Mode mode, Random random, RecordedRows recorded) {
        this.mode = mode;
        this.random = random;
        this.recorded = recorded;
    }

    /**
     * Those of the file, for this run's mode.
     *
     * @param names of all rows
     * @throws AssertionError where the file is of another version, or has a row that is none
     */
    static KafkaStreamsRows of(Random random, Collection<String> names) {
        Mode mode = Mode.valueOf(
                System.getProperty("parity.reference", "recorded").toUpperCase(Locale.ROOT));
        RecordedRows recorded = RecordedRows.in(FILE);
        if (mode != Mode.RECORD) {
            if (!recorded.version().equals(VERSION)) {
                throw new AssertionError(FILE + " is of '" + recorded.version() + "', not of " + VERSION + MEND);
            }
            if (!recorded.besides(names).isEmpty()) {
                throw new AssertionError(FILE + " has rows that are none: " + recorded.besides(names) + MEND);
            }
        } else if (!recorded.version().equals(VERSION)) { // all that it has is of another one
            recorded = new RecordedRows(VERSION);
        }
        recorded.retain(names);
        return new KafkaStreamsRows(mode, random, recorded);
    }

    /** Whether a row has to run on Kafka Streams. To be asked once for each row, in the same order for the same seed. */
    boolean isLive(String row) {
        return random.nextInt(ONE_OF) == 0 || mode != Mode.RECORDED || recorded.of(row) == null;
    }

    /** What is recorded of a row that does not run. */
    Observed of(String row) {
        return Objects.requireNonNull(recorded.of(row), row);
    }

    /**
     * Compares what a row that ran has given with what is recorded, or records it.
     *
     * @param apart sections that differ between the libraries: often by what differs between two runs, too
     * @return what it has given
     * @throws AssertionError where it is not the same, or nothing is recorded
     */
    Observed ran(String row, Observed seen, Collection<String> apart) {
        if (mode == Mode.RECORD) {
            recorded.put(row, seen);
            return seen;
        }
        Observed before = recorded.of(row);
        if (before == null) {
            throw new AssertionError("nothing is recorded of '" + row + "'" + MEND);
        }
        Map<String, String> differences = before.differences("recorded", RecordedRows.shortened(seen), "now");
        differences.keySet().removeAll(apart);
        if (!differences.isEmpty()) {
            throw new AssertionError("Kafka Streams gives other than what is recorded: " + differences + MEND);
        }
        return seen;
    }

    /** Writes what was recorded, if this run records. */
    void end() {
        if (mode == Mode.RECORD) {
            recorded.write(FILE);
        }
    }

}
