package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.LogRanges;
import org.stoatflow.runtime.cluster.BriefConsumer;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;

/** Asks the cluster what logs hold, by a consumer only where the admin client does not say. Any thread. */
final class AskedRanges {
    private AskedRanges() {}

    static Map<TopicPartition, LogRange> of(
            ClusterTopics topics, KafkaClients clients, Duration timeout, Collection<TopicPartition> partitions) {
        return topics.ranges(partitions)
                .map(AskedRanges::ofAdmin)
                .orElseGet(() -> byConsumer(clients, timeout, partitions));
    }

    private static Map<TopicPartition, LogRange> ofAdmin(Map<TopicPartition, ClusterTopics.Range> told) {
        Map<TopicPartition, LogRange> ranges = new HashMap<>();
        told.forEach((partition, range) ->
                ranges.put(partition, new LogRange(Math.min(range.begin(), range.end()), range.end())));
        return ranges;
    }

    private static Map<TopicPartition, LogRange> byConsumer(
            KafkaClients clients, Duration timeout, Collection<TopicPartition> partitions) {
        try (BriefConsumer asked = new BriefConsumer(clients.newOffsetsConsumer())) {
            Consumer<byte[], byte[]> consumer = asked.consumer();
            consumer.assign(partitions); // an assigned consumer keeps the metadata that it fetches, without a warning
            return LogRanges.read(consumer, partitions, timeout);
        }
    }
}
