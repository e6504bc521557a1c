package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.stoatflow.parity.program.Difference;
import org.stoatflow.parity.program.Table;

/** What tests find apart is what docs/COMPATIBILITY.md tells users of, or a note that it names. */
class DifferenceTest {
    private static final List<String> PAGES =
            List.of("COMPATIBILITY.md", "design/020-test-drivers.md", "design/035-user-written-stores.md");

    @Test
    void shouldBeARowOfThePage() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String page : PAGES) {
            lines.addAll(Files.readAllLines(Path.of("..", "docs").resolve(page)));
        }
        assertEquals(
                List.of(),
                Arrays.stream(Difference.values())
                        .map(Difference::row)
                        .filter(row -> lines.stream().noneMatch(line -> line.startsWith("| " + row + " |")))
                        .toList());
    }

    @Test
    void shouldBeFoundByATest() {
        Set<Difference> all = new TreeSet<>(List.of(Difference.values()));
        Set<Difference> found = new TreeSet<>(Table.reasons());
        found.addAll(DriverDifferentialTest.reasons());
        found.add(VectorRestoreIT.REASON);
        found.add(ArgumentsTest.REASON);
        assertEquals(all, found);
    }
}
