package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.stoatflow.parity.program.SuppressPrograms;

/**
 * Random programs that hold back updates see the same in the test drivers of both libraries: nodes, output after each
 * record, when a buffer is full, and the last record of each key of each changelog, byte for byte.
 */
@Tag("long")
class SuppressDifferentialTest {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.suppress", 120);

    @Test
    @SuppressWarnings("unchecked") // the same class, loaded with Kafka Streams' names
    void shouldSeeWhatKafkaStreamsSees() throws ReflectiveOperationException {
        Function<String, List<String>> ours = new SuppressPrograms();
        Function<String, List<String>> theirs = (Function<String, List<String>>) new RenamingLoader()
                .loadClass(SuppressPrograms.class.getName())
                .getConstructor()
                .newInstance();
        int lines = 0;
        int full = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            String name = String.valueOf(seed);
            List<String> expected = theirs.apply(name);
            assertEquals(String.join("\n", expected), String.join("\n", ours.apply(name)), "seed " + seed);
            lines += expected.size();
            full += (int) expected.stream()
                    .filter(line -> line.contains("exceeded its max capacity"))
                    .count();
        }
        assertTrue(lines > 20 * PROGRAMS, "there is little to compare: " + lines);
        assertTrue(full > PROGRAMS / 20, "few buffers are full: " + full);
    }
}
