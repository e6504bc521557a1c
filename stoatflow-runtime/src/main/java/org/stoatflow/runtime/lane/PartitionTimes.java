package org.stoatflow.runtime.lane;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The highest extracted timestamp of each partition of a source node's topics, which extractors are given. Owner: the lane's
 * thread.
 */
final class PartitionTimes {
    private final int partitions;
    private final Map<String, StreamTimes> byTopic = new HashMap<>();
    private @Nullable String lastTopic;
    private StreamTimes last;

    /** @param partitions virtual partitions of the stage, or 1 for a lane that serves one of them only */
    PartitionTimes(int partitions) {
        this.partitions = partitions;
        this.last = new StreamTimes(partitions);
    }

    long of(String topic, int partition) {
        return times(topic).of(partition);
    }

    void advance(String topic, int partition, long timestamp) {
        times(topic).advance(partition, timestamp);
    }

    /** Records of one topic mostly come one after the other, and name it by the same object. */
    @SuppressWarnings("ReferenceEquality") // another object of the same name is looked up
    private StreamTimes times(String topic) {
        if (topic != lastTopic) {
            last = byTopic.computeIfAbsent(topic, name -> new StreamTimes(partitions));
            lastTopic = topic;
        }
        return last;
    }
}
