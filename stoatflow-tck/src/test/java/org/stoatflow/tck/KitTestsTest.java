package org.stoatflow.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.stoatflow.tck.Reports.Outcome;

class KitTestsTest {
    private static final String PACKAGE = "org.apache.kafka.streams.integration.";

    private final KitTests tests = KitTests.of(List.of("10 One", "5 Other short", "7 OneMore"));

    @Test
    void shouldReadSecondsAndWhichAreShort() {
        assertEquals(
                List.of("Other"),
                tests.shortOnes().classes().stream()
                        .map(KitTests.OfClass::simpleName)
                        .toList());
        assertEquals(Duration.ofMinutes(3), tests.classes().getFirst().limit());
    }

    @Test
    void shouldTakeNamedClassesAndRefuseUnknownOnes() {
        assertEquals(2, tests.only(List.of("OneMore", "One")).classes().size());
        assertEquals(tests, tests.only(List.of()));
        assertThrows(IllegalArgumentException.class, () -> tests.only(List.of("Another")));
    }

    @Test
    void shouldRunWhatIsNotJudgedOnlyWhereItIsNamed() {
        KitTests some = KitTests.of(List.of("10 One", "5 Other unjudged"));
        assertEquals(1, some.only(List.of()).classes().size());
        KitTests.OfClass named = some.only(List.of("Other")).classes().getFirst();
        assertEquals("5 Other unjudged", named.line());
        assertEquals("5 Other", named.judged().line());
    }

    @Test
    void shouldKnowExecutionsOfItsClassesAlone() {
        KitTests one = tests.only(List.of("One"));
        assertTrue(one.has(PACKAGE + "One#shouldRun"));
        assertFalse(one.has(PACKAGE + "OneMore#shouldRun"));
        Reachable reachable = Reachable.of(List.of("plain a.T#one", "plain a.U#two"));
        assertEquals(
                Set.of("a.T#one"),
                reachable.only(name -> name.startsWith("a.T#")).executions().keySet());
        NotYet notYet = NotYet.of(List.of("# reason", "a.T#one", "a.U#two"));
        assertEquals(
                Set.of("a.U#two"), notYet.only(name -> name.startsWith("a.U#")).all());
    }

    @Test
    void shouldCountTheWorseOfTwoLines() {
        assertEquals(
                Map.of("a.T#one", Outcome.FAILED, "a.T#two", Outcome.PASSED),
                KitProcess.read(List.of("PASSED\ta.T#one\t", "FAILED\ta.T#one\thad no end", "PASSED\ta.T#two\t")));
    }
}
