package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final Pace pace = new Pace("It");
    private long nowNs;

    @Test
    void shouldSayNothingWhileCountsComeInTime() {
        assertEquals(Optional.empty(), look(12));
        assertEquals(Optional.empty(), look(900));
        assertEquals(Optional.empty(), pace.remark());
    }

    @Test
    void shouldSayOnceThatCountsComeLateAndOnceThatTheyDoNot() {
        look(12);
        String behind = look(3_210).orElseThrow();
        assertTrue(behind.startsWith("behind: the counts of It come 3.2 s late. This machine "), behind);
        assertEquals(Optional.empty(), look(5_000));
        assertEquals(Optional.of("It keeps up with the lines again"), look(20));
        assertTrue(
                pace.remark().orElseThrow().startsWith("It was behind for 50 % of the run. "), pace.remark()::toString);
    }

    @Test
    void shouldSayThatNoCountsCome() {
        assertEquals(Optional.empty(), look(12));
        assertEquals(Optional.empty(), look(Double.NaN));
        assertTrue(look(Double.NaN).orElseThrow().startsWith("behind: the counts of It come 2.0 s late. "));
    }

    @Test
    void shouldExpectLateCountsAfterAKill() {
        look(12);
        pace.onKill();
        assertEquals(Optional.empty(), look(Double.NaN));
        assertEquals(Optional.empty(), look(9_000));
        assertEquals(Optional.of("It has caught up with the lines"), look(15));
        assertEquals(Optional.empty(), pace.remark());
    }

    private Optional<String> look(double p50Ms) {
        nowNs += SECOND_NS;
        return pace.look(p50Ms, nowNs);
    }
}
