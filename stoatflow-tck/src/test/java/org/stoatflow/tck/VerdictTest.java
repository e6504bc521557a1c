package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.tck.Reports.Outcome;

class VerdictTest {
    private static final Reachable REACHABLE =
            Reachable.of(List.of("plain a.T#one", "plain a.T#two(int)[1]", "shells a.T#three", "shells a.U#four"));

    @TempDir
    Path folder;

    @Test
    void shouldCountByKind() {
        Verdict verdict = judge(List.of(), Map.of("a.T#one", Outcome.PASSED, "a.T#three", Outcome.FAILED));
        assertEquals("tck: 1 of 4 passed\nplain: 1 of 2 passed\nshells: 0 of 2 passed\n", verdict.summary());
    }

    @Test
    void shouldFindFailedSkippedAndAbsent() {
        Verdict verdict = judge(
                List.of("# reason", "a.U#four"),
                Map.of("a.T#one", Outcome.FAILED, "a.T#three", Outcome.SKIPPED, "a.U#four", Outcome.FAILED));
        assertEquals(
                Map.of("a.T#one", "failed", "a.T#three", "skipped", "a.T#two(int)[1]", "did not run"),
                verdict.broken());
    }

    @Test
    void shouldFindLinesThatAreNoLongerNeeded() {
        Verdict verdict =
                judge(List.of("# reason", "a.T#one", "a.T#gone", "a.U#four"), Map.of("a.T#one", Outcome.PASSED));
        assertEquals(Set.of("a.T#one"), verdict.mended());
        assertEquals(Set.of("a.T#gone"), verdict.unknown());
    }

    @Test
    void shouldRemoveThemWithReasonsThatStandForNothing() throws IOException {
        Path file = folder.resolve("list");
        NotYet.of(List.of("# first", "a", "b", "# second", "c")).writeWithout(Set.of("b", "c"), file);
        assertEquals(List.of("# first", "a"), Files.readAllLines(file));
    }

    @Test
    void shouldRefuseLinesWithoutReasonAndTwice() {
        assertThrows(IllegalArgumentException.class, () -> NotYet.of(List.of("a")));
        assertThrows(IllegalArgumentException.class, () -> NotYet.of(List.of("# first", "a", "# second", "a")));
    }

    @Test
    void shouldReadReports() throws IOException {
        Files.writeString(folder.resolve("TEST-a.T.xml"), """
                <testsuite name="a.T">
                  <testcase name="one()" classname="a.T"/>
                  <testcase name="two(int)[1]" classname="a.T"><failure message="no">trace</failure></testcase>
                  <testcase name="three" classname="a.T"><error message="no">trace</error></testcase>
                  <testcase name="four" classname="a.U"><skipped/></testcase>
                </testsuite>
                """);
        assertEquals(
                Map.of(
                        "a.T#one",
                        Outcome.PASSED,
                        "a.T#two(int)[1]",
                        Outcome.FAILED,
                        "a.T#three",
                        Outcome.FAILED,
                        "a.U#four",
                        Outcome.SKIPPED),
                Reports.read(folder));
    }

    private static Verdict judge(List<String> notYet, Map<String, Outcome> outcomes) {
        return Verdict.of(REACHABLE, NotYet.of(notYet), outcomes);
    }
}
