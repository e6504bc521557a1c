package org.stoatflow.runtime.global;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.LogRanges;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.topology.GlobalStore;

/**
 * Finds out what global stores lack of their topics. Rows that do not fit the topic any more are removed. Owner: the
 * thread of the {@link GlobalFollower}.
 */
final class GlobalTopics {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalTopics.class);
    private static final int PARTITION = 0; // has all rows
    private static final long LOST = Long.MAX_VALUE; // a position behind every end, so that the next start empties

    private final Consumer<byte[], byte[]> consumer;
    private final StateEngine state;
    private final Duration requestTimeout;

    GlobalTopics(Consumer<byte[], byte[]> consumer, StateEngine state, Duration requestTimeout) {
        this.consumer = consumer;
        this.state = state;
        this.requestTimeout = requestTimeout;
    }

    /**
     * The partitions of a store's topic, with what the store lacks of each.
     *
     * @throws StreamsException if the topic has no partitions
     * @throws org.apache.kafka.common.errors.TimeoutException if the brokers do not answer in time
     */
    List<LoadTask> lacking(GlobalStore store, long nowMs) {
        List<TopicPartition> partitions = partitions(store);
        Map<TopicPartition, LogRange> ranges = LogRanges.read(consumer, partitions, requestTimeout);
        for (TopicPartition partition : partitions) {
            ChangelogPosition kept = kept(store, partition);
            LogRange range = range(store, partition, ranges);
            if (kept != null && (kept.nextOffset() < range.begin() || kept.nextOffset() > range.end())) {
                LOG.warn(
                        "Global store {} is loaded anew: it has {} up to offset {}, and the topic has offsets {} to {}"
                                + " now. It was truncated, or deleted and created again",
                        store.name(),
                        partition,
                        kept.nextOffset() == LOST ? "that is gone" : kept.nextOffset(),
                        range.begin(),
                        range.end());
                empty(store, ranges, nowMs);
                break;
            }
        }
        List<LoadTask> tasks = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            ChangelogPosition kept = kept(store, partition);
            LogRange range = range(store, partition, ranges);
            tasks.add(new LoadTask(store, partition, kept == null ? range.begin() : kept.nextOffset(), range.end()));
        }
        return tasks;
    }

    private static LogRange range(GlobalStore store, TopicPartition partition, Map<TopicPartition, LogRange> ranges) {
        LogRange range = ranges.get(partition);
        if (range == null) {
            throw new StreamsException("Global store " + store.name() + " cannot be loaded: " + partition
                    + " has no offsets. Look whether its topic was just deleted");
        }
        return range;
    }

    private List<TopicPartition> partitions(GlobalStore store) {
        List<PartitionInfo> known = consumer.partitionsFor(store.topic(), requestTimeout);
        if (known == null || known.isEmpty()) {
            throw new StreamsException("Topic " + store.topic() + " of global store " + store.name()
                    + " does not exist. Create it before the application starts");
        }
        return known.stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .sorted((one, other) -> Integer.compare(one.partition(), other.partition()))
                .toList();
    }

    private @Nullable ChangelogPosition kept(GlobalStore store, TopicPartition partition) {
        return state.changelogPosition(state.storeId(store.name()), partition.partition());
    }

    /** Removes all rows and goes back to the beginning of the topic, as one write. */
    private void empty(GlobalStore store, Map<TopicPartition, LogRange> ranges, long nowMs) {
        int id = state.storeId(store.name());
        StateBatch anew = new StateBatch(nowMs);
        anew.deleteRange(id, PARTITION, null, null);
        ranges.forEach((partition, range) -> anew.position(id, partition.partition(), range.begin()));
        state.apply(anew);
    }

    /**
     * Has the next start remove what a store has, and load it anew. Until then the rows stay: lanes may be reading them
     * for records that are still committed.
     */
    void markLost(GlobalStore store, Iterable<TopicPartition> partitions, long nowMs) {
        int id = state.storeId(store.name());
        StateBatch marks = new StateBatch(nowMs);
        partitions.forEach(partition -> marks.position(id, partition.partition(), LOST));
        state.apply(marks);
    }
}
