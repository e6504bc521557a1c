package org.stoatflow.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the input at a steady rate on its own thread. Once that is stopped, it writes the records that its caller asks
 * for. It waits while the application is too far behind. Each record is written once: the producer is idempotent and
 * outlasts any fault of the brokers.
 */
final class Feed implements AutoCloseable {
    private static final int DELIVERY_LIMIT_MS = 240_000;
    private static final int REQUEST_LIMIT_MS = 10_000;
    private static final int SECONDS_BEHIND_MAX = 30;
    private static final long PAUSE_NS = 2_000_000;
    private static final long TICK_AHEAD_MS = Duration.ofMinutes(10).toMillis(); // the broker refuses more than an hour

    private final KafkaProducer<String, String> producer;
    private final int deliveryLimitMs;
    private final EventMix mix;
    private final int recordsPerSecond;
    private final Thread thread = Thread.ofPlatform().name("feed").daemon().unstarted(this::run);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile boolean stopping;
    private volatile long sent; // written by the thread that feeds
    private volatile long processed; // written by onProcessed's caller
    private int rounds;

    /** @param outage the longest that all brokers may be away */
    Feed(String bootstrapServers, EventMix mix, int recordsPerSecond, Duration outage) {
        deliveryLimitMs = DELIVERY_LIMIT_MS + Math.toIntExact(outage.toMillis());
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.CLIENT_ID_CONFIG,
                        "feed",
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        REQUEST_LIMIT_MS,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        deliveryLimitMs,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        deliveryLimitMs),
                new StringSerializer(),
                new StringSerializer());
        this.mix = mix;
        this.recordsPerSecond = recordsPerSecond;
    }

    void start() {
        thread.start();
    }

    /** Fails if a record was not written. Any thread. */
    void check() {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new ChaosFailure("a record of the input could not be written: " + reason.getMessage(), reason);
        }
    }

    /** Takes in how many records are processed by now. Any thread. */
    void onProcessed(long records) {
        processed = records;
    }

    /** How many records the brokers have acknowledged. Any thread. */
    long acknowledged() {
        return acknowledged.get();
    }

    /** Ends the steady rate; returns once every record is acknowledged. */
    void stop() {
        stopping = true;
        try {
            if (!thread.join(Duration.ofMillis(2L * deliveryLimitMs))) {
                throw new ChaosFailure("the feed has not stopped in " + 2L * deliveryLimitMs / 1_000 + " s");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ChaosFailure("interrupted while the feed was stopping", interrupted);
        }
        check();
    }

    /** After {@link #stop}: a plain record for every account and every group, and a tick for every partition. */
    void feedRound() {
        for (int number = 0; number < Math.max(Event.ACCOUNTS, Event.GROUPS); number++) {
            send(mix.plain(number % Event.ACCOUNTS, number % Event.GROUPS), System.currentTimeMillis());
        }
        feedTicks();
    }

    /** After {@link #stop}: a tick for every partition, later than all before. */
    void feedTicks() {
        rounds++;
        for (int partition = 0; partition < Names.PARTITIONS; partition++) {
            send(mix.tick(partition), System.currentTimeMillis() + rounds * TICK_AHEAD_MS);
        }
        producer.flush();
        check();
    }

    private void run() {
        long nextNs = System.nanoTime();
        long periodNs = 1_000_000_000L / recordsPerSecond;
        long behindMax = (long) recordsPerSecond * SECONDS_BEHIND_MAX;
        try {
            while (!stopping && failure.get() == null) {
                long nowNs = System.nanoTime();
                if (sent - processed > behindMax) {
                    nextNs = nowNs; // what is left out while it waits is not made up for
                }
                while (nextNs - nowNs < 0) {
                    send(mix.next(), System.currentTimeMillis());
                    nextNs += periodNs;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
            producer.flush();
        } catch (Throwable any) { // the thread's root
            failure.compareAndSet(null, any);
        }
    }

    @SuppressWarnings({"FutureReturnValueIgnored", "NonAtomicVolatileUpdate"}) // the callback hears of it; one writer
    private void send(Event event, long timestamp) {
        producer.send(
                new ProducerRecord<>(Names.EVENTS, event.partition(), timestamp, event.key(), event.text()),
                (written, reason) -> {
                    if (reason == null) {
                        acknowledged.incrementAndGet();
                    } else {
                        failure.compareAndSet(null, reason);
                    }
                });
        sent++;
    }

    @Override
    public void close() {
        stopping = true;
        producer.close(Duration.ZERO);
    }
}
