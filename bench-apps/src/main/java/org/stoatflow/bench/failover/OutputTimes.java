package org.stoatflow.bench.failover;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.latency.BenchFailure;

/**
 * Reads the committed output on a thread of its own. An output has the timestamp of the input that it comes of, which
 * is the time at which that was sent.
 *
 * <p>The fields are written by that thread, and read by the one that measures.
 */
final class OutputTimes implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final long SECOND_MS = TimeUnit.SECONDS.toMillis(1);
    private static final long NONE = -1;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread = Thread.ofPlatform().name("outputs").daemon().unstarted(this::run);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private final long[] latestMs; // time of each partition's last output
    private final AtomicLong seen = new AtomicLong();
    private volatile long strikeMs = Long.MAX_VALUE;
    private volatile long firstMs = NONE;
    private volatile long caughtUpMs = NONE;

    OutputTimes(String bootstrapServers, String topic, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        latestMs = new long[partitions];
        consumer.assign(all);
        thread.start();
    }

    private void run() {
        try {
            while (!stopping) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    latestMs[record.partition()] = Math.max(latestMs[record.partition()], record.timestamp());
                }
                seen.addAndGet(records.count());
                note(System.currentTimeMillis());
            }
        } catch (Throwable any) { // the thread's root; the next look throws it
            failure.set(any);
        }
    }

    private void note(long nowMs) {
        if (firstMs == NONE && LongStream.of(latestMs).anyMatch(latest -> latest > strikeMs)) {
            firstMs = nowMs;
        }
        if (caughtUpMs == NONE
                && LongStream.of(latestMs).allMatch(latest -> latest > strikeMs && nowMs - latest < SECOND_MS)) {
            caughtUpMs = nowMs;
        }
    }

    /** How many outputs have come. */
    long seen() throws BenchFailure {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new BenchFailure("the output cannot be read: " + thrown.getMessage(), thrown);
        }
        return seen.get();
    }

    /** The owner ends now. */
    void strike(long nowMs) {
        strikeMs = nowMs;
    }

    boolean isCaughtUp() throws BenchFailure {
        seen();
        return caughtUpMs != NONE;
    }

    double secondsToFirst() {
        return (firstMs - strikeMs) / 1e3;
    }

    double secondsToCaughtUp() {
        return (caughtUpMs - strikeMs) / 1e3;
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
