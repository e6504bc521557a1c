package org.stoatflow.chaos;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** The clock of a machine that is set wrong. Its nanoseconds, which only tell how much time has passed, are right. */
final class MovedClock implements Time {
    private final long aheadMs;

    /** @param ahead how far it is ahead; negative where it is behind */
    MovedClock(Duration ahead) {
        aheadMs = ahead.toMillis();
    }

    @Override
    public long milliseconds() {
        return SYSTEM.milliseconds() + aheadMs;
    }

    @Override
    public long nanoseconds() {
        return SYSTEM.nanoseconds();
    }

    @Override
    public void sleep(long ms) {
        SYSTEM.sleep(ms);
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) throws InterruptedException {
        SYSTEM.waitObject(object, condition, deadlineMs - aheadMs);
    }
}
