package org.stoatflow.bench.blocking;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the committed records of an output topic, on a thread of its own, until it is closed. */
final class Tail<V> implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long PAUSE_MS = 10;

    private final KafkaConsumer<String, V> consumer;
    private final Listener<V> listener;
    private final Thread thread;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private volatile long seen;

    /** Hears of records, on the tail's thread. */
    interface Listener<V> {
        /** A record came with the poll that returned at {@code arrivedNs}. */
        void onRecord(ConsumerRecord<String, V> record, long arrivedNs);

        /** A poll has brought records. */
        default void onArrival(int records, long arrivedNs) {}
    }

    private Tail(BenchCluster cluster, String topic, Deserializer<V> values, Listener<V> listener) {
        this.listener = listener;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        cluster.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new StringDeserializer(),
                values);
        consumer.assign(BenchCluster.partitions(topic));
        consumer.seekToBeginning(BenchCluster.partitions(topic));
        thread = Thread.ofPlatform().name("tail " + topic).daemon().unstarted(this::read);
    }

    static <V> Tail<V> of(BenchCluster cluster, String topic, Deserializer<V> values, Listener<V> listener) {
        Tail<V> tail = new Tail<>(cluster, topic, values, listener);
        tail.thread.start();
        return tail;
    }

    private void read() {
        long count = 0;
        try {
            while (!stopping) {
                ConsumerRecords<String, V> records = consumer.poll(POLL);
                if (!records.isEmpty()) {
                    long nowNs = System.nanoTime();
                    records.forEach(record -> listener.onRecord(record, nowNs));
                    listener.onArrival(records.count(), nowNs);
                    count += records.count();
                    seen = count;
                }
            }
        } catch (Throwable any) { // the thread's root
            failure.set(any);
        }
    }

    /**
     * How many records the tail has seen. The caller may then read what the listener has written for them. Any thread.
     */
    long seen() {
        return seen;
    }

    /** Waits for a bounded time until the condition is true. */
    void await(BooleanSupplier condition, BenchApp app, Duration limit, String what) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            app.check();
            Throwable thrown = failure.get();
            if (thrown != null) {
                throw new IllegalStateException("the output cannot be read", thrown);
            }
            if (System.nanoTime() > endNs) {
                throw new IllegalStateException(
                        "not within " + limit.toSeconds() + " s: " + what + "; seen " + seen + " records");
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopping = true;
        thread.join();
        consumer.close();
    }
}
