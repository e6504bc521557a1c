package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRowsTest {
    private static final String ODD = " # a\ttab,\na line\r, \\n and 'é\u0001' ";

    @TempDir
    Path folder;

    @Test
    void shouldBeWhatWasSeen() {
        Path file = folder.resolve("rows.txt");
        RecordedRows written = new RecordedRows("Kafka Streams 4.4.0");
        Observed seen = new Observed();
        seen.add("outputs", "out-0 a: 1@2");
        seen.add("outputs", ODD);
        seen.add("errors", "");
        written.put("a row", seen);
        written.put("another", new Observed());
        written.write(file);

        RecordedRows read = RecordedRows.in(file);
        assertEquals("Kafka Streams 4.4.0", read.version());
        assertEquals(seen.sections(), sections(read, "a row"));
        assertEquals(Map.of(), sections(read, "another"));
        assertNull(read.of("a third"));
        assertEquals(written.lines(), read.lines());
    }

    @Test
    void shouldTellLongSectionsApart() {
        Observed seen = new Observed();
        Observed other = new Observed();
        for (int i = 0; i < 2_000; i++) {
            seen.add("outputs", "line " + i);
            other.add("outputs", "line " + (i == 1_234 ? "other" : i));
        }
        assertEquals(1, RecordedRows.shortened(seen).sections().get("outputs").size());
        assertEquals(
                Map.of(), RecordedRows.shortened(seen).differences("one", RecordedRows.shortened(seen), "other"));
        assertEquals(
                Set.of("outputs"),
                RecordedRows.shortened(seen)
                        .differences("one", RecordedRows.shortened(other), "other")
                        .keySet());
    }

    @Test
    void shouldNameRowsThatAreNone() {
        RecordedRows rows = new RecordedRows("");
        rows.put("a", new Observed());
        rows.put("b", new Observed());
        assertEquals(List.of("b"), List.copyOf(rows.besides(List.of("a", "c"))));
        rows.retain(List.of("a", "c"));
        assertEquals(List.of(), List.copyOf(rows.besides(List.of("a", "c"))));
    }

    @Test
    void shouldHaveNoVersionWithoutAFile() {
        assertEquals("", RecordedRows.in(folder.resolve("none.txt")).version());
    }

    private static Map<String, List<String>> sections(RecordedRows rows, String row) {
        Observed seen = rows.of(row);
        return seen == null ? Map.of("none", List.of()) : seen.sections();
    }
}
