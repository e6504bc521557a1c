package org.stoatflow.parity;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * What Kafka Streams gives for the programs of a test: {@link RecordedRuns recorded}, and for some {@link Draw drawn}
 * ones run. Kafka Streams' runs are half of what such a test computes. Where ours gives other than what is recorded,
 * Kafka Streams runs, too, and says what is different. Any thread.
 */
final class KafkaStreamsRuns {
    private static final Path FOLDER = Path.of("src", "test", "resources", "recorded");
    private static final String VERSION = KafkaStreamsVersion.of(KafkaStreamsRuns.class.getClassLoader());

    private static final String MEND = "; './stoatflow parity --record' records it";

    private final Path file;
    private final Draw draw;
    private final RecordedRuns recorded;

    /**
     * Those of a test.
     *
     * @param test its name
     * @param names of all its programs
     * @throws AssertionError where what is recorded is of another version, or of a program that is none
     */
    KafkaStreamsRuns(String test, Collection<String> names) {
        file = FOLDER.resolve(test + ".txt");
        draw = new Draw(test);
        RecordedRuns found = RecordedRuns.in(file);
        boolean isOfToday = found.version().equals(VERSION);
        if (draw.records()) {
            recorded = isOfToday ? found : new RecordedRuns(VERSION);
            recorded.retain(names);
        } else if (isOfToday && found.besides(names).isEmpty()) {
            recorded = found;
        } else {
            throw new AssertionError(file + " is of '" + found.version() + "', and this is " + VERSION
                    + ", or has programs that are none: " + found.besides(names) + MEND);
        }
    }

    /** Whether a program has to run on Kafka Streams whatever ours gives. */
    boolean isDrawn(String program) {
        return draw.has(program);
    }

    /**
     * Whether our run gives what is recorded of Kafka Streams'.
     *
     * @param apart sections that are not the same
     */
    boolean isAsRecorded(String program, Observed ours, Collection<String> apart) {
        return recorded.has(program) && recorded.differing(program, ours).equals(Set.copyOf(apart));
    }

    /**
     * Compares what a program has given on Kafka Streams with what is recorded, or records it.
     *
     * @param apart sections that are not the same on ours: many of them neither in two runs of Kafka Streams
     * @throws AssertionError where it is not the same
     */
    void ran(String program, Observed seen, Collection<String> apart) {
        if (draw.records()) {
            recorded.put(program, seen);
            return;
        }
        TreeSet<String> differing = recorded.differing(program, seen);
        differing.removeAll(apart);
        if (!recorded.has(program) || !differing.isEmpty()) {
            throw new AssertionError("Kafka Streams gives other than what is recorded of '" + program + "': "
                    + differing + MEND + "\n" + seen);
        }
    }

    /** Writes what was recorded, if this run records. */
    void end() {
        if (draw.records()) {
            recorded.write(file);
        }
    }
}
