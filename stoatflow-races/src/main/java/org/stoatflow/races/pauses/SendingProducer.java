package org.stoatflow.races.pauses;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.memorykafka.MemoryProducer;

/**
 * A producer with a thread of its own, as Kafka's: the thread sends buffered records and calls back. No callback runs
 * under the model's lock. A caller of flush, commit or close waits for all callbacks.
 *
 * <p>Threads: any thread calls; the model's lock guards {@code answers} and {@code calling}.
 */
final class SendingProducer {
    private static final Set<String> WAITS_FOR_ANSWERS = Set.of("flush", "commitTransaction", "close");
    private static final long ANSWERS_MS_MAX = 60_000;
    private static final int RECORDS_AT_ONCE_MAX = 50;
    private static final int REST_MICROS_MAX = 1_000;

    private final BlockingKafka kafka;
    private final MemoryProducer producer;
    private final SplittableRandom random;
    private final Queue<Runnable> answers = new ArrayDeque<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private int calling;
    private volatile boolean closed;

    /** @param producer of which only this makes use */
    SendingProducer(BlockingKafka kafka, MemoryProducer producer, SplittableRandom random) {
        this.kafka = kafka;
        this.producer = producer;
        this.random = random;
    }

    void start() {
        Thread.ofPlatform().daemon().name("modelled producer").start(this::send);
    }

    private void send() {
        try {
            while (!closed) {
                kafka.call(() -> producer.transmit(1 + random.nextInt(RECORDS_AT_ONCE_MAX))
                        + producer.deliver(Integer.MAX_VALUE));
                answer();
                rest(random.nextInt(REST_MICROS_MAX));
            }
        } catch (Throwable any) { // the root of the thread; the next caller gets the failure
            failure.set(any);
        }
    }

    private void answer() {
        List<Runnable> due = kafka.call(this::due);
        for (Runnable answer : due) {
            answer.run();
            kafka.call(() -> --calling);
        }
    }

    private List<Runnable> due() {
        List<Runnable> due = new ArrayList<>(answers);
        calling += due.size();
        answers.clear();
        return due;
    }

    @Nullable
    Object call(Method method, Object[] arguments) throws Throwable {
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("the producer's thread has failed", failed);
        }
        if (method.getName().equals("send") && arguments.length == 2 && arguments[1] != null) {
            arguments[1] = later((Callback) arguments[1]);
        }
        Object result = kafka.invoke(producer, method, arguments);
        if (WAITS_FOR_ANSWERS.contains(method.getName())) {
            awaitAnswers();
            closed |= method.getName().equals("close");
        }
        return result;
    }

    private Callback later(Callback callback) {
        return (metadata, refusal) -> answers.add(() -> callback.onCompletion(metadata, refusal));
    }

    private void awaitAnswers() {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWERS_MS_MAX);
        while (kafka.call(() -> !answers.isEmpty() || calling > 0)) {
            if (closed || System.nanoTime() - endNs > 0) {
                throw new TimeoutException("call backs of the modelled producer did not come back");
            }
            rest(REST_MICROS_MAX / 10);
        }
    }

    private static void rest(int micros) {
        try {
            Thread.sleep(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
