package org.stoatflow.bench.role;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;

/**
 * A {@code read_committed} reader of a scenario's outputs from their beginning, on a thread of its own. It takes the
 * time from each record's slot to the return of the poll that brought what came of it, for slots in some windows.
 *
 * <p>Threads: windows and check belong to the reader's thread until {@link #awaitEnd} has returned.
 */
public final class LatencyReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, String> outputs = new HashMap<>();
    private final Set<String> withoutTrigger;
    private final boolean hasEventTime;
    private final List<LatencyWindow> windows;
    private final OutputCheck check;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("reader").daemon().unstarted(this::run);

    /** Written by the reader's thread. */
    private volatile long count;

    /** Written by the reader's thread. */
    private volatile long missing = Long.MAX_VALUE;

    /** Written by whoever waits for the end or closes it. */
    private volatile @Nullable Map<TopicPartition, Long> ends;

    /** @param windows whose latencies it takes */
    public LatencyReader(
            BrokerAccess access,
            Scenario scenario,
            Topics topics,
            int partitions,
            List<LatencyWindow> windows,
            OutputCheck check) {
        this.windows = List.copyOf(windows);
        this.withoutTrigger = scenario.withoutTrigger();
        this.hasEventTime = scenario.hasEventTime();
        this.check = check;
        scenario.outputs().forEach(output -> outputs.put(topics.name(output), output));
        this.consumer = new KafkaConsumer<>(
                access.with(Map.of(
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = outputs.keySet().stream()
                .flatMap(topic ->
                        IntStream.range(0, partitions).mapToObj(partition -> new TopicPartition(topic, partition)))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    public void start() {
        thread.start();
    }

    /** Outputs so far. Any thread. */
    public long outputs() {
        return count;
    }

    /** Outputs that the check still waits for. Any thread. */
    public long missing() {
        return missing;
    }

    /** Throws if the reader has failed. Any thread. */
    public void check() throws RoleFailure {
        Throwable reason = failure.get();
        if (reason != null) {
            throw new RoleFailure("the output could not be read: " + reason.getMessage(), reason);
        }
    }

    /** Waits until everything before these offsets is read. */
    public void awaitEnd(Map<TopicPartition, Long> newEnds, Duration limit) throws RoleFailure, InterruptedException {
        ends = Map.copyOf(newEnds);
        if (!thread.join(limit)) {
            throw new RoleFailure("the reader is not at the end of the output after " + limit.toSeconds() + " s");
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
                long seen = count;
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                long nowNs = Schedule.nowNs();
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    onOutput(record, nowNs);
                    seen++;
                }
                count = seen;
                missing = check.missing();
            }
        } catch (Throwable any) { // the thread's root
            failure.set(any);
        }
    }

    private void onOutput(ConsumerRecord<byte[], byte[]> record, long nowNs) throws RoleFailure {
        String topic = outputs.getOrDefault(record.topic(), record.topic());
        if (!withoutTrigger.contains(topic)) {
            long slotNs = Slot.ns(topic, record.headers());
            for (LatencyWindow window : windows) {
                window.take(slotNs, nowNs);
                if (!hasEventTime) {
                    window.takeSince(slotNs, record.timestamp(), nowNs);
                }
            }
        }
        check.onOutput(topic, record.key(), record.value());
    }

    private boolean isAtEnd() {
        Map<TopicPartition, Long> last = ends;
        return last != null
                && last.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
