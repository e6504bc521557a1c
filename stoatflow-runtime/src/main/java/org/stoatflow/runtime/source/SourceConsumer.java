package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Polls the main consumer, so that whoever has news for the dispatcher can end a poll that waits. No request is lost, and no
 * wakeup outlives the poll that it was meant for: the consumer would throw it out of its next call, whatever that is.
 *
 * <p>Threads: the dispatcher polls; any thread wakes.
 */
final class SourceConsumer {
    /** What is going on until the next change. */
    private enum State {
        /** Nobody polls, nobody has asked. */
        IDLE,
        /** Somebody has asked; the next poll will not wait. */
        ASKED,
        /** The dispatcher polls. */
        POLLING,
        /** The dispatcher polls, and somebody is about to wake the consumer. */
        WAKING,
        /** The dispatcher polls, and the consumer was woken. */
        WOKEN
    }

    private static final long MILLI_NS = 1_000_000;

    private final Consumer<byte[], byte[]> consumer;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

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
        boolean wait = state.getAndSet(State.POLLING) != State.ASKED;
        boolean thrown = false;
        try {
            return consumer.poll(wait ? Duration.ofMillis(Math.ceilDiv(Math.max(0, waitNs), MILLI_NS)) : Duration.ZERO);
        } catch (WakeupException woken) {
            thrown = true;
            return ConsumerRecords.empty();
        } finally {
            if (!state.compareAndSet(State.POLLING, State.IDLE)) {
                settle(thrown);
            }
        }
    }

    /** @param thrown whether the poll has thrown the wakeup, which is done with then */
    private void settle(boolean thrown) {
        while (state.get() == State.WAKING) {
            Thread.onSpinWait(); // for the moment that the waker is in the consumer's wakeup
        }
        if (!thrown) {
            takeWakeup();
        }
        state.set(thrown ? State.IDLE : State.ASKED);
    }

    private void takeWakeup() {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ZERO);
            throw new IllegalStateException(
                    "the consumer was woken and has polled " + records.count() + " records nevertheless");
        } catch (WakeupException expected) {
            // thrown before anything is polled
        }
    }

    void wake() {
        for (State now = state.get(); now == State.IDLE || now == State.POLLING; now = state.get()) {
            if (now == State.IDLE && state.compareAndSet(State.IDLE, State.ASKED)) {
                return;
            }
            if (now == State.POLLING && state.compareAndSet(State.POLLING, State.WAKING)) {
                consumer.wakeup();
                state.set(State.WOKEN);
                return;
            }
        }
    }
}
