package org.stoatflow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final String COUNT = "1,234 states generated, 56 distinct states found, 0 states left on queue.";

    private static Outcome read(String... output) {
        return Outcome.read(List.of(output), List.of("Live"), 1.5);
    }

    private static Configuration configuration(String name, String expected) {
        return new Configuration(Path.of("M_" + name + ".cfg"), "M", "something", expected, Configuration.Size.BUILD);
    }

    @Test
    void shouldReadThatAllHolds() {
        Outcome outcome = read("Model checking completed. No error has been found.", COUNT);

        assertEquals("holds", outcome.found());
        assertEquals(56, outcome.states());
        assertTrue(outcome.meets(configuration("ok_a", "holds")));
    }

    @Test
    void shouldReadWhatIsViolated() {
        assertEquals(
                "violates InvA",
                read("Error: Invariant InvA is violated.", "Error: The behavior is:")
                        .found());
        assertEquals(
                "violates Live",
                read("Error: Temporal properties were violated.").found());
        assertEquals(
                "violates Stable",
                read("Error: Action property Stable is violated.").found());
        assertEquals("deadlock", read("Error: Deadlock reached.").found());
    }

    @Test
    void shouldNotTakeAnErrorOfTheModelForWhatItExpects() {
        Outcome outcome = read("Error: Unknown operator: X", "Error: Invariant InvA is violated.");

        assertEquals("error: Unknown operator: X", outcome.found());
        assertEquals("no result", read("starting").found());
    }

    @Test
    void shouldFailAMustFailConfigurationThatPasses() {
        Outcome holds = read("Model checking completed. No error has been found.");
        Outcome other = read("Error: Invariant InvB is violated.");

        assertFalse(holds.meets(configuration("v_a", "violates InvA")));
        assertFalse(other.meets(configuration("v_a", "violates InvA")));
    }

    @Test
    void shouldRefuseANameThatContradictsWhatIsExpected() {
        assertThrows(IllegalArgumentException.class, () -> configuration("v_a", "holds"));
        assertThrows(IllegalArgumentException.class, () -> configuration("ok_a", "deadlock"));
        assertThrows(IllegalArgumentException.class, () -> configuration("ok_a", "maybe"));
    }
}
