package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.streams.errors.MissingSourceTopicException;

class SourceWaitTest {
    private final Stopped clock = new Stopped();
    private final SourceWait wait = new SourceWait(clock, "orders-app");
    private final MissingSourceTopicException missing = new MissingSourceTopicException("Topic orders is not there");

    @Test
    void shouldThrowWhatIsMissingForTooLong() {
        wait.onMissing(missing);
        pass(SourceWait.LIMIT.toNanos() - 1);
        wait.onMissing(missing);
        pass(1);
        assertSame(missing, assertThrows(MissingSourceTopicException.class, () -> wait.onMissing(missing)));
    }

    @Test
    void shouldWaitAnewAtALaterStart() {
        wait.onMissing(missing);
        wait.onFound();
        pass(2 * SourceWait.LIMIT.toNanos());
        wait.onMissing(missing);
    }

    private void pass(long nanos) {
        clock.nowNs += nanos;
    }

    private static final class Stopped implements Clock {
        private long nowNs = -5; // clocks may be below zero

        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            throw new UnsupportedOperationException("no one asks for the time of day");
        }
    }
}
