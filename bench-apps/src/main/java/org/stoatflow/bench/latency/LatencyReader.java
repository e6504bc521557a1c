package org.stoatflow.bench.latency;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code read_committed} reader of a topic from its beginning, on a thread of its own. It takes the time from each
 * record's slot to the return of the poll that brought it, for slots in the two windows.
 *
 * <p>Threads: histograms and check belong to the reader's thread until {@link #awaitEnd} has returned.
 */
public final class LatencyReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long HIGHEST_MICROS = Duration.ofMinutes(10).toNanos() / 1_000;
    private static final int DIGITS = 3;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Window cold;
    private final Window measured;
    private final OutputCheck check;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("reader").daemon().unstarted(this::run);
    private volatile long outputs;
    private volatile @Nullable Map<TopicPartition, Long> ends;

    /**
     * The slots of a time span, without its end, and the latencies of the outputs of their records, in microseconds.
     */
    public record Window(long fromNs, long toNs, Histogram micros) {
        public Window(long fromNs, long toNs) {
            this(fromNs, toNs, new Histogram(HIGHEST_MICROS, DIGITS));
        }

        private void take(long slotNs, long nowNs) {
            if (slotNs - fromNs >= 0 && slotNs - toNs < 0) {
                micros.recordValue(Math.clamp((nowNs - slotNs) / 1_000, 0, HIGHEST_MICROS));
            }
        }
    }

    public LatencyReader(
            String bootstrapServers, String topic, int partitions, Window cold, Window measured, OutputCheck check) {
        this.cold = cold;
        this.measured = measured;
        this.check = check;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    public void start() {
        thread.start();
    }

    /** Outputs so far. Any thread. */
    public long outputs() {
        return outputs;
    }

    /** Throws if the reader has failed. Any thread. */
    public void check() throws BenchFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new BenchFailure("the output could not be read: " + reason.getMessage(), reason);
        }
    }

    /** Waits until everything before these offsets is read. */
    public void awaitEnd(Map<TopicPartition, Long> newEnds, Duration limit) throws BenchFailure, InterruptedException {
        ends = Map.copyOf(newEnds);
        if (!thread.join(limit)) {
            throw new BenchFailure("the reader is not at the end of the output after " + limit.toSeconds() + " s");
        }
        check();
    }

    @Override
    public void close() {
        ends = Map.of();
    }

    private void run() {
        try (consumer) {
            while (!isAtEnd()) {
                long count = outputs;
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                long nowNs = System.nanoTime();
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    onOutput(record, nowNs);
                    count++;
                }
                outputs = count;
            }
        } catch (Throwable any) { // the thread's root
            failure.set(any);
        }
    }

    private void onOutput(ConsumerRecord<byte[], byte[]> record, long nowNs) throws BenchFailure {
        long slotNs = Slot.ns(record.headers());
        cold.take(slotNs, nowNs);
        measured.take(slotNs, nowNs);
        check.onOutput(record.key(), record.value());
    }

    private boolean isAtEnd() {
        Map<TopicPartition, Long> last = ends;
        return last != null
                && last.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
