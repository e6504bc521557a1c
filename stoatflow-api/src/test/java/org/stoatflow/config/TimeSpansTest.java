package org.stoatflow.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths of time at both ends of what a user may give. */
class TimeSpansTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final Duration BACKWARDS = Duration.ofSeconds(Long.MIN_VALUE);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 60_000, Long.MAX_VALUE / 2_000_000})
    void shouldBeExactWhereThereIsRoom(long lengthMs) {
        assertEquals(lengthMs * 1_000_000, TimeSpans.nanos(lengthMs));
        assertEquals(lengthMs * 1_000_000, TimeSpans.nanos(Duration.ofMillis(lengthMs)));
        assertEquals(lengthMs, TimeSpans.millis(Duration.ofMillis(lengthMs)));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Long.MAX_VALUE / 1_000_000, Long.MAX_VALUE / 1_000_000 + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldLeaveRoomForASumWithATimeOfTheMachine(long lengthMs) {
        for (long lengthNs : new long[] {TimeSpans.nanos(lengthMs), TimeSpans.nanos(Duration.ofMillis(lengthMs))}) {
            assertTrue(lengthNs > Duration.ofDays(365 * 140).toNanos(), lengthMs + " ms are " + lengthNs + " ns");
            assertTrue(lengthNs <= TimeSpans.LONGEST_NS, lengthMs + " ms are " + lengthNs + " ns");
        }
    }

    @Test
    void shouldTakeTheLongestLengths() {
        assertEquals(TimeSpans.LONGEST_NS, TimeSpans.nanos(FOREVER));
        assertEquals(-TimeSpans.LONGEST_NS, TimeSpans.nanos(BACKWARDS));
        assertEquals(Long.MAX_VALUE, TimeSpans.millis(FOREVER));
        assertEquals(Long.MIN_VALUE, TimeSpans.millis(BACKWARDS));
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, 1L << 32, Long.MAX_VALUE})
    void shouldStayPositiveAsAnInt(long lengthMs) {
        assertEquals(Integer.MAX_VALUE, TimeSpans.intMillis(Duration.ofMillis(lengthMs)));
    }

    @Test
    void shouldEndASumAtTheEndOfTime() {
        assertEquals(Long.MAX_VALUE, TimeSpans.sum(Long.MAX_VALUE, 1));
        assertEquals(Long.MAX_VALUE, TimeSpans.sum(1, Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, TimeSpans.sum(Long.MAX_VALUE - 1, 1));
        assertEquals(Long.MAX_VALUE - 1, TimeSpans.sum(-1, Long.MAX_VALUE));
        assertEquals(3, TimeSpans.sum(1, 2));
    }
}
