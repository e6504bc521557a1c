package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.VoidSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines at their slots, on a thread of its own, and counts their words. A line counts once it is handed to the
 * producer. If the broker refuses a line, the feed has failed and its counts are of no use.
 */
final class TextFeed {
    private static final int LINES_AT_ONCE_MAX = 1_000;
    private static final long PAUSE_NS = 1_000_000;
    private static final int DELIVERY_LIMIT_MS = 30_000;

    private final Producer<Void, String> producer;
    private final Text text;
    private final Tally tally;
    private final DemoClock clock;
    private final int linesPerSecond;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("feed").daemon().unstarted(this::run);
    private volatile boolean stopping;

    TextFeed(Producer<Void, String> producer, Text text, Tally tally, DemoClock clock, int linesPerSecond) {
        this.producer = producer;
        this.text = text;
        this.tally = tally;
        this.clock = clock;
        this.linesPerSecond = linesPerSecond;
    }

    /** A producer whose every wait ends within half a minute. */
    static Producer<Void, String> producer(String bootstrapServers) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.LINGER_MS_CONFIG,
                        1,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS / 2,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        DELIVERY_LIMIT_MS,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        DELIVERY_LIMIT_MS),
                new VoidSerializer(),
                new StringSerializer());
    }

    void start() {
        thread.start();
    }

    /** Fails if a line was refused. Any thread. */
    void check() throws DemoFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new DemoFailure("a line could not be written: " + reason.getMessage(), reason);
        }
    }

    /** Stops, and returns once every line is acknowledged. */
    void stop() throws DemoFailure, InterruptedException {
        abandon();
        if (!thread.join(Duration.ofMillis(2L * DELIVERY_LIMIT_MS))) {
            throw new DemoFailure("the feed has not stopped in " + 2 * DELIVERY_LIMIT_MS / 1_000 + " s");
        }
        check();
    }

    /** Asks the feed to stop, and does not wait. */
    void abandon() {
        stopping = true;
    }

    private void run() {
        Slots slots = new Slots(System.nanoTime(), linesPerSecond);
        try {
            while (!stopping && failure.get() == null) {
                if (doWork(slots, System.nanoTime()) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            producer.flush();
        } catch (Throwable any) { // the thread's root
            failure.compareAndSet(null, any);
        }
    }

    /** Sends lines that are due, and returns how many. */
    int doWork(Slots slots, long nowNs) {
        int sent = 0;
        while (sent < LINES_AT_ONCE_MAX && slots.slotNs(tally.lines()) <= nowNs) {
            send(slots.slotNs(tally.lines()));
            sent++;
        }
        return sent;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private void send(long slotNs) {
        long slotMicros = clock.epochMicros(slotNs);
        int partition = (int) (tally.lines() % DemoTopics.PARTITIONS);
        int[] line = text.nextLine();
        producer.send(
                new ProducerRecord<>(
                        DemoTopics.LINES,
                        partition,
                        slotMicros / 1_000,
                        null,
                        text.spelled(line),
                        List.of(SlotHeader.of(slotMicros))),
                (written, reason) -> {
                    if (reason != null) {
                        failure.compareAndSet(null, reason);
                    }
                });
        tally.add(line);
    }
}
