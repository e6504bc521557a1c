package org.stoatflow.restore;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers what topic partitions hold. */
public final class LogRanges {
    private LogRanges() {}

    /**
     * Lists starts and ends. To be called after the committed offsets of the application's sources were read: what a
     * transaction with these offsets has written is then below the ends.
     *
     * @param consumer a consumer with {@code isolation.level=read_uncommitted}, used by this thread only
     * @param partitions the partitions
     * @param timeout bound of each of two requests
     * @return the ranges
     * @throws org.apache.kafka.common.errors.TimeoutException if the brokers do not answer in time
     */
    public static Map<TopicPartition, LogRange> read(
            Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, timeout);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
        Map<TopicPartition, LogRange> ranges = new HashMap<>();
        ends.forEach((partition, end) -> {
            long begin = begins.getOrDefault(partition, 0L);
            ranges.put(partition, new LogRange(Math.min(begin, end), end));
        });
        return ranges;
    }
}
