package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Stub;
import org.stoatflow.races.Together;

/**
 * Two threads have news and wake the dispatcher, which polls until it has seen both. The dispatcher does not wait for
 * ever, and no wakeup stays in the consumer for its next call.
 */
public final class ConsumerWakeProof implements Proof {
    private static final long LONG_NS = 1_000_000_000L;

    @Override
    public void attempt() {
        Woken kafka = new Woken();
        SourceConsumer source = new SourceConsumer(kafka.consumer());
        AtomicBoolean left = new AtomicBoolean();
        AtomicBoolean right = new AtomicBoolean();
        Together.run(
                () -> {
                    while (!left.get() || !right.get()) {
                        source.poll(LONG_NS);
                        ForbiddenOutcome.when(kafka.wakeup, "a wakeup is left in the consumer after a poll");
                    }
                },
                () -> {
                    left.set(true);
                    source.wake();
                },
                () -> {
                    right.set(true);
                    source.wake();
                });
        ForbiddenOutcome.when(kafka.wakeup, "a wakeup is left in the consumer, and nobody polls");
        source.poll(0);
        ForbiddenOutcome.when(kafka.wakeup, "a wakeup is left in the consumer");
    }

    /**
     * The calls of a consumer that matter here: a poll waits until it is woken, and then throws. If no poll is under
     * way, the next poll throws.
     */
    private static final class Woken {
        private final Consumer<?, ?> consumer = Stub.of(Consumer.class, this::call);
        private volatile boolean wakeup;
        private volatile @Nullable Thread polling;

        @SuppressWarnings("unchecked") // a stub takes anything
        Consumer<byte[], byte[]> consumer() {
            return (Consumer<byte[], byte[]>) consumer;
        }

        private @Nullable Object call(String method, Object[] arguments) {
            if (method.equals("wakeup")) {
                wakeup = true;
                LockSupport.unpark(polling);
                return null;
            }
            boolean waits = arguments[0] instanceof Duration time && !time.isZero();
            polling = Thread.currentThread();
            while (waits && !wakeup) {
                LockSupport.park(this);
            }
            if (wakeup) {
                wakeup = false;
                throw new WakeupException();
            }
            return ConsumerRecords.empty();
        }
    }
}
