package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.restore.ConsumerPosition;

/**
 * Counts the records that are left in partitions between sub-topologies, by reading them: offsets are also those of
 * markers and of aborted records. Used by one thread.
 */
public final class LeftoverCounter {
    /** More records of a partition than so many are not counted. */
    static final int RECORDS_MAX = 10_000;

    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final ConsumerPosition positions;
    private final Duration requestTimeout;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Long> records = new HashMap<>();

    /**
     * @param consumer a consumer of committed records, without a group
     * @param requestTimeout bound of each request
     * @param nanos a clock that never goes back
     */
    public LeftoverCounter(Consumer<byte[], byte[]> consumer, Duration requestTimeout, LongSupplier nanos) {
        this.consumer = consumer;
        this.positions = new ConsumerPosition(consumer, this::readFromBegin);
        this.requestTimeout = requestTimeout;
        this.nanos = nanos;
    }

    /**
     * Counts up to the ends of the logs, as far as the time is enough: an open transaction holds the reader back.
     *
     * @return a leftover for each partition that has something behind its committed offset
     */
    public List<Leftover> count(List<GroupLog> logs, Duration limit) {
        Map<TopicPartition, GroupLog> unread =
                logs.stream().filter(log -> !log.isAtEnd()).collect(Collectors.toMap(GroupLog::partition, log -> log));
        if (unread.isEmpty()) {
            return List.of();
        }
        consumer.assign(unread.keySet());
        unread.forEach((partition, log) -> consumer.seek(partition, log.from()));
        long endNs = nanos.getAsLong() + TimeSpans.nanos(limit);
        Set<TopicPartition> open = new HashSet<>(unread.keySet());
        while (!open.isEmpty() && nanos.getAsLong() - endNs < 0) {
            poll(unread);
            open.removeIf(partition -> isCounted(at(partition, unread)));
            consumer.pause(unread.keySet().stream()
                    .filter(partition -> !open.contains(partition))
                    .toList());
        }
        List<Leftover> left = new ArrayList<>();
        unread.forEach((partition, log) -> left.add(
                new Leftover(log, records.getOrDefault(partition, 0L), positions.of(partition, requestTimeout))));
        return left;
    }

    private void poll(Map<TopicPartition, GroupLog> unread) {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (record.offset() < at(partition, unread).log().end()) {
                    records.merge(partition, 1L, Long::sum);
                }
            }
        } catch (OffsetOutOfRangeException deleted) { // since the log's begin was asked for
            readFromBegin(deleted);
        }
    }

    private void readFromBegin(InvalidOffsetException deleted) {
        deleted.partitions().forEach(records::remove); // they come again
        consumer.seekToBeginning(deleted.partitions());
    }

    private static GroupLog at(TopicPartition partition, Map<TopicPartition, GroupLog> unread) {
        return Objects.requireNonNull(unread.get(partition), partition::toString);
    }

    private boolean isCounted(GroupLog log) {
        return positions.of(log.partition(), requestTimeout) >= log.log().end()
                || records.getOrDefault(log.partition(), 0L) >= RECORDS_MAX;
    }
}
