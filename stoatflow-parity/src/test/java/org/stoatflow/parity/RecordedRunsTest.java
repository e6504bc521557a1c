package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunsTest {
    @TempDir
    Path folder;

    private final RecordedRuns recorded = new RecordedRuns("Kafka Streams 4.4.0");
    private final Observed seen = new Observed();

    RecordedRunsTest() {
        seen.add("outputs", "a");
        seen.add("outputs", "b");
        seen.add("errors", "none");
        recorded.put("a run", seen);
    }

    @Test
    void shouldBeWhatWasWritten() {
        Path file = folder.resolve("in").resolve("runs.txt");
        recorded.write(file);
        RecordedRuns read = RecordedRuns.in(file);
        assertEquals(recorded.lines(), read.lines());
        assertEquals("Kafka Streams 4.4.0", read.version());
        assertEquals(Set.of(), read.differing("a run", seen));
    }

    @Test
    void shouldNameSectionsThatDiffer() {
        Observed other = new Observed();
        other.add("outputs", "b"); // in another order
        other.add("outputs", "a");
        other.add("errors", "none");
        other.add("states", "RUNNING");
        assertEquals(Set.of("outputs", "states"), recorded.differing("a run", other));
        assertEquals(Set.of("outputs", "errors"), recorded.differing("a run", new Observed()));
        assertEquals(Set.of("outputs", "errors"), recorded.differing("another", seen));
    }

    @Test
    void shouldKnowItsRuns() {
        assertTrue(recorded.has("a run"));
        assertFalse(recorded.has("another"));
        assertEquals(Set.of("a run"), recorded.besides(List.of("another")));
        recorded.retain(List.of("another"));
        assertEquals(Set.of(), recorded.besides(List.of("another")));
    }

    @Test
    void shouldHaveNoVersionWithoutAFile() {
        assertEquals("", RecordedRuns.in(folder.resolve("none.txt")).version());
    }

    @Test
    void shouldRefuseOtherFiles() {
        assertThrows(IllegalArgumentException.class, () -> RecordedRuns.read(List.of()));
        assertThrows(IllegalArgumentException.class, () -> RecordedRuns.read(List.of("# Kafka Streams", "a line")));
    }
}
