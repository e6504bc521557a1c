package org.stoatflow.streams.kstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.kstream.internals.UnlimitedWindow;

class WindowsTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void shouldPutRecordIntoOneTumblingWindow() {
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(ms(10));
        assertEquals(Map.of(10L, new TimeWindow(10, 20)), windows.windowsFor(19));
        assertEquals(Map.of(20L, new TimeWindow(20, 30)), windows.windowsFor(20));
    }

    @Test
    void shouldPutRecordIntoHoppingWindowsOldestFirst() {
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(ms(10)).advanceBy(ms(4));
        assertEquals(List.of(4L, 8L, 12L), List.copyOf(windows.windowsFor(13).keySet()));
        assertEquals(List.of(8L, 12L), List.copyOf(windows.windowsFor(15).keySet()));
    }

    @Test
    void shouldMakeNoWindowThatStartsBefore1970() {
        TimeWindows windows = TimeWindows.ofSizeWithNoGrace(ms(10)).advanceBy(ms(5));
        assertEquals(List.of(0L), List.copyOf(windows.windowsFor(2).keySet()));
        assertEquals(Map.of(), windows.windowsFor(-1));
    }

    @Test
    void shouldRefuseTimeWindowsThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> TimeWindows.ofSizeWithNoGrace(ms(0)));
        assertThrows(IllegalArgumentException.class, () -> TimeWindows.ofSizeWithNoGrace(null));
        assertThrows(IllegalArgumentException.class, () -> TimeWindows.ofSizeAndGrace(ms(1), ms(-1)));
        TimeWindows windows = TimeWindows.ofSizeAndGrace(ms(10), ms(3));
        assertThrows(IllegalArgumentException.class, () -> windows.advanceBy(ms(11)));
        assertThrows(IllegalArgumentException.class, () -> windows.advanceBy(ms(0)));
        assertEquals(3, windows.advanceBy(ms(10)).gracePeriodMs());
        assertThrows(IllegalArgumentException.class, () -> windows.windowsFor(Long.MAX_VALUE));
    }

    @Test
    void shouldJoinWithinBounds() {
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(ms(10), ms(5));
        assertEquals(20, windows.size());
        assertEquals(17, windows.before(ms(7)).size());
        assertEquals(3, windows.after(ms(-7)).size());
        assertEquals(5, windows.after(ms(-7)).gracePeriodMs());
        assertThrows(IllegalArgumentException.class, () -> windows.before(ms(-11)));
        assertThrows(UnsupportedOperationException.class, () -> windows.windowsFor(1));
        assertNotEquals(windows, windows.before(ms(7)));
        assertEquals(windows, windows.before(ms(7)).before(ms(10)));
    }

    @Test
    @SuppressWarnings("deprecation")
    void shouldSetGraceOfJoinOnceOnly() {
        JoinWindows old = JoinWindows.of(ms(10));
        assertEquals(86_400_000L - 20, old.gracePeriodMs());
        assertFalse(old.enableSpuriousResultFix);
        assertEquals(3, old.grace(ms(3)).grace(ms(3)).gracePeriodMs());
        JoinWindows given = JoinWindows.ofTimeDifferenceWithNoGrace(ms(10));
        assertTrue(given.after(ms(3)).enableSpuriousResultFix);
        assertThrows(IllegalStateException.class, () -> given.grace(ms(3)));
    }

    @Test
    void shouldHaveOneUnlimitedWindowFromItsStart() {
        UnlimitedWindows windows = UnlimitedWindows.of().startOn(Instant.ofEpochMilli(5));
        assertEquals(Map.of(), windows.windowsFor(4));
        assertEquals(Map.of(5L, new UnlimitedWindow(5)), windows.windowsFor(5));
        assertThrows(IllegalArgumentException.class, () -> windows.startOn(Instant.ofEpochMilli(-1)));
    }

    @Test
    void shouldRefuseNegativeGapsAndDifferences() {
        assertThrows(IllegalArgumentException.class, () -> SessionWindows.ofInactivityGapWithNoGrace(ms(-1)));
        assertThrows(IllegalArgumentException.class, () -> SlidingWindows.ofTimeDifferenceWithNoGrace(ms(-1)));
        assertEquals(0, SessionWindows.ofInactivityGapWithNoGrace(ms(0)).inactivityGap());
        assertEquals(4, SlidingWindows.ofTimeDifferenceAndGrace(ms(0), ms(4)).gracePeriodMs());
        assertEquals(4, SessionWindows.ofInactivityGapAndGrace(ms(0), ms(4)).gracePeriodMs());
    }

    @Test
    void shouldOverlapWithEndsForSessionsOnly() {
        assertFalse(new TimeWindow(0, 10).overlap(new TimeWindow(10, 20)));
        assertTrue(new SessionWindow(0, 10).overlap(new SessionWindow(10, 20)));
        assertTrue(new UnlimitedWindow(0).overlap(new UnlimitedWindow(5)));
        TimeWindow window = new TimeWindow(0, 10);
        assertThrows(IllegalArgumentException.class, () -> window.overlap(new SessionWindow(0, 10)));
    }

    @Test
    void shouldTellWindowsOfOneSpanApartByClass() {
        assertEquals(new Windowed<>("a", new TimeWindow(0, 10)), new Windowed<>("a", new TimeWindow(0, 10)));
        assertNotEquals(new Windowed<>("a", new TimeWindow(0, 10)), new Windowed<>("a", new SessionWindow(0, 10)));
        assertThrows(IllegalArgumentException.class, () -> new TimeWindow(5, 5));
        assertThrows(IllegalArgumentException.class, () -> new SessionWindow(5, 4));
        assertThrows(IllegalArgumentException.class, () -> new SessionWindow(-1, 4));
        assertEquals(5, new SessionWindow(5, 5).end());
    }

    @Test
    void shouldHaveStrategyForEachType() {
        assertEquals(
                EmitStrategy.StrategyType.ON_WINDOW_CLOSE,
                EmitStrategy.onWindowClose().type());
        assertEquals(
                EmitStrategy.StrategyType.ON_WINDOW_UPDATE,
                EmitStrategy.onWindowUpdate().type());
        for (EmitStrategy.StrategyType type : EmitStrategy.StrategyType.values()) {
            assertEquals(type, EmitStrategy.StrategyType.forType(type).type());
        }
    }
}
