package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ComebackTest {
    private final Comeback comeback = new Comeback();

    @Test
    void shouldEndWithTheFirstCountOfALineThatTheDeadDidNotSee() {
        comeback.onResult(900_000, 1_000_000);
        comeback.onKill(2_000_000);
        comeback.onResult(1_999_999, 2_100_000); // was committed before the kill, and is read late
        assertTrue(comeback.isDead());
        assertFalse(comeback.isBack());
        comeback.onResult(2_000_000, 12_500_000);
        comeback.onResult(2_000_001, 13_000_000);
        assertFalse(comeback.isDead());
        assertEquals(10.5, comeback.seconds());
    }

    @Test
    void shouldHaveNoLengthBeforeItsEnd() {
        comeback.onKill(1);
        assertThrows(IllegalStateException.class, comeback::seconds);
    }
}
