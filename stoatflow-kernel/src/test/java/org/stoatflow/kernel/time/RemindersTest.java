package org.stoatflow.kernel.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemindersTest {
    private static final long MINUTE_NS = Duration.ofMinutes(1).toNanos();

    @Test
    void shouldTellAfterTheBoundAndEachTimeItHasDoubled() {
        DoublingReminder reminder = new DoublingReminder(10);
        List<Long> told = new ArrayList<>();
        for (long tookNs = 0; tookNs < 100; tookNs++) {
            if (reminder.isDue(tookNs)) {
                told.add(tookNs);
            }
        }
        assertEquals(List.of(10L, 20L, 40L, 80L), told);
    }

    @Test
    void shouldTellOnceWhereNobodyHasLookedForLong() {
        DoublingReminder reminder = new DoublingReminder(10);
        assertTrue(reminder.isDue(45));
        assertFalse(reminder.isDue(79));
        assertTrue(reminder.isDue(80));
    }

    @Test
    void shouldBeginAnewWithSomethingElse() {
        DoublingReminder reminder = new DoublingReminder(10);
        assertTrue(reminder.isDue(45));
        reminder.begin();
        assertFalse(reminder.isDue(9));
        assertTrue(reminder.isDue(10));
    }

    @Test
    void shouldComeToAnEndWhateverTheBoundAndTheTime() {
        assertTrue(new DoublingReminder(0).isDue(Long.MAX_VALUE));
        DoublingReminder never = new DoublingReminder(Long.MAX_VALUE);
        assertFalse(never.isDue(Long.MAX_VALUE - 1));
    }

    @Test
    void shouldTellOncePerMinute() {
        MinuteReminder reminder = new MinuteReminder();
        reminder.begin(Long.MAX_VALUE); // what a machine's nanoseconds begin with is not known
        assertFalse(reminder.isDue(Long.MAX_VALUE + MINUTE_NS - 1));
        assertTrue(reminder.isDue(Long.MAX_VALUE + MINUTE_NS));
        assertFalse(reminder.isDue(Long.MAX_VALUE + 2 * MINUTE_NS - 1));
        assertTrue(reminder.isDue(Long.MAX_VALUE + 2 * MINUTE_NS));
    }
}
