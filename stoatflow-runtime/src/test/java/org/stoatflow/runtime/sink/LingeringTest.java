package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.time.Clock;

class LingeringTest {
    private static final byte[] KEY = {1};
    private static final long NOW_NS = 0;

    private final Clock clock = new Clock() {
        @Override
        public long nanos() {
            return NOW_NS;
        }

        @Override
        public long millis() {
            return 0;
        }
    };
    private int flushes;
    private boolean roomAwaited;
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized void flush() {
                    flushes++;
                }
            };
    private final Lingering lingering =
            new Lingering(producer, Optional.of(Duration.ofHours(1)), clock, () -> roomAwaited);
    private final SentRecords round = new SentRecords(false, () -> {});

    @Test
    void shouldFlushOnceForWhatIsSent() {
        send();
        lingering.hurry();
        flushIfDue();
        flushIfDue();
        assertEquals(1, flushes);
        assertEquals(Long.MAX_VALUE, lingering.waitNs(round, NOW_NS));
    }

    @Test
    void shouldFlushWhatIsSentForARoundLaterSuchAsADeadLetter() {
        send();
        lingering.hurry();
        flushIfDue();
        send();
        assertTrue(lingering.isFlushDue(round, NOW_NS));
        assertEquals(1, lingering.waitNs(round, NOW_NS));
        flushIfDue();
        assertEquals(2, flushes);
    }

    @Test
    void shouldFlushAtOnceWhereALaneWaitsForRoom() {
        send();
        assertFalse(lingering.isFlushDue(round, NOW_NS));
        roomAwaited = true;
        assertTrue(lingering.isFlushDue(round, NOW_NS));
        assertEquals(1, lingering.waitNs(round, NOW_NS));
    }

    private void flushIfDue() {
        if (lingering.isFlushDue(round, NOW_NS)) {
            lingering.flush(round);
        }
    }

    private void send() {
        Outbox outbox = new Outbox(1);
        outbox.append("out", 0, 0, KEY, KEY, null);
        round.send(producer, outbox);
    }
}
