package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.NoAnswerException;

/** How long a lane waits in the middle of its work. */
class OutputRoomTest {
    private long nowNs;
    private int woken;
    private int pauses;
    private final OutputRoom room = new OutputRoom(100, new Clock() {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return TimeUnit.NANOSECONDS.toMillis(nowNs);
        }
    });

    @Test
    void shouldNotWaitWhileThereIsRoom() {
        room.add(99);
        room.await(() -> woken++, () -> false);
        assertEquals(0, woken);
    }

    @Test
    void shouldWaitUntilThereIsRoomAndHaveTheCommitterKnow() {
        room.add(150);
        room.await(() -> woken++, () -> {
            assertTrue(room.isAwaited());
            room.takeOff(20);
            pauses++;
            return true;
        });
        assertEquals(1, woken);
        assertEquals(3, pauses);
        assertFalse(room.isAwaited());
    }

    @Test
    void shouldWaitNoLongerThanTheRun() {
        room.add(150);
        room.await(() -> {}, () -> ++pauses < 5);
        assertEquals(5, pauses);
        assertFalse(room.isAwaited());
    }

    @Test
    void shouldGiveUpWhereNothingIsSent() {
        room.add(150);
        assertThrows(
                NoAnswerException.class,
                () -> room.await(() -> {}, () -> {
                    nowNs += TimeUnit.MINUTES.toNanos(1);
                    return ++pauses < 100;
                }));
        assertFalse(room.isAwaited());
    }
}
