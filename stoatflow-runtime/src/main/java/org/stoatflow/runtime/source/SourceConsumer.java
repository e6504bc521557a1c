package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Polls the main consumer, so that whoever has news for the dispatcher can end a poll that waits. The flag goes up
 * before the look at whether to poll, and the waker reads it after it has asked; so no request is lost between the two.
 *
 * <p>No wakeup is called once the poll is over: the consumer would throw it from whatever it is asked next, by whomever. One
 * that came in the poll and too late for it stays with the consumer; the next poll here takes it, or {@code Life} does.
 *
 * <p>Threads: the dispatcher polls; any thread wakes.
 */
final class SourceConsumer {
    private static final long MILLI_NS = 1_000_000;

    private final Consumer<byte[], byte[]> consumer;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean polling;

    SourceConsumer(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /**
     * Polls for at most {@code waitNs}; at once if somebody has asked since the last poll. The wait is rounded up to the
     * milliseconds in which the client counts, or the rest of one would be polled away without a wait.
     */
    ConsumerRecords<byte[], byte[]> poll(long waitNs) {
        polling = true;
        try {
            boolean wait = !asked.getAndSet(false);
            return consumer.poll(wait ? Duration.ofMillis(Math.ceilDiv(Math.max(0, waitNs), MILLI_NS)) : Duration.ZERO);
        } catch (WakeupException woken) {
            asked.set(false);
            return ConsumerRecords.empty();
        } finally {
            synchronized (this) {
                polling = false;
            }
        }
    }

    void wake() {
        if (!asked.getAndSet(true) && polling) {
            synchronized (this) {
                if (polling) {
                    consumer.wakeup();
                }
            }
        }
    }
}
