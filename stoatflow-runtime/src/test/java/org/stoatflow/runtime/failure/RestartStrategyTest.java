package org.stoatflow.runtime.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RestartStrategyTest {
    private static final long SECOND = 1_000_000_000L;

    private final RestartStrategy restarts = new RestartStrategy(5, 3, 60 * SECOND);

    @Test
    void shouldAllowSoManyInAPeriod() {
        for (int restart = 0; restart < 5; restart++) {
            assertTrue(restarts.allow(restart * SECOND, true));
        }
        assertFalse(restarts.allow(6 * SECOND, true));
        assertTrue(restarts.allow(100 * SECOND, true));
    }

    @Test
    void shouldAllowFewerWithoutProgress() {
        assertTrue(restarts.allow(0, false));
        assertTrue(restarts.allow(1, false));
        assertTrue(restarts.allow(2, false));
        assertFalse(restarts.allow(3, false));
    }

    @Test
    void shouldPauseLongerEachTimeWithoutProgress() {
        restarts.allow(0, true);
        assertEquals(0, restarts.pauseNs());
        restarts.allow(1, false);
        assertEquals(SECOND / 10, restarts.pauseNs());
        restarts.allow(2, false);
        assertEquals(4 * SECOND / 10, restarts.pauseNs());
    }

    @Test
    void shouldBeginAnewWhenTheUserGoesOn() {
        for (int restart = 0; restart < 4; restart++) {
            restarts.allow(restart, false);
        }
        restarts.forgive();
        assertTrue(restarts.allow(5, false));
    }

    /** A record that always fails and a handler that always answers REPLACE_THREAD must not keep a machine busy. */
    @Test
    void shouldPauseLongerAlsoWhereTheUserGoesOnEachTime() {
        for (int restart = 0; restart < 40; restart++) {
            restarts.allow(restart, false);
            restarts.forgive();
        }
        assertEquals(10 * SECOND, restarts.pauseNs());
        restarts.allow(100, true);
        assertEquals(0, restarts.pauseNs());
    }
}
