package org.stoatflow.runtime.takeover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.LogRange;
import org.stoatflow.runtime.restoring.GroupLog;

/** The topics that Kafka Streams has where a plan has hops. */
final class HopTopics {
    private HopTopics() {}

    /** Their names, with the numbers of partitions of the hops. */
    static Map<String, Integer> of(Plan plan) {
        Map<String, Integer> topics = new TreeMap<>();
        for (Entry entry : plan.entries()) {
            if (entry instanceof Entry.HopEnd end) {
                topics.put(end.hop().topic(), end.hop().partitions());
            }
        }
        return topics;
    }

    /** Each partition of the topics. */
    static Set<TopicPartition> partitions(Map<String, Integer> counts) {
        Set<TopicPartition> partitions = new HashSet<>();
        counts.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
        });
        return partitions;
    }

    /** @param committed may hold null where nothing is committed, as a consumer's answer does */
    static List<GroupLog> logs(
            Map<TopicPartition, LogRange> ranges, Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
        List<GroupLog> logs = new ArrayList<>();
        ranges.forEach((partition, range) -> {
            OffsetAndMetadata offset = committed.get(partition);
            logs.add(new GroupLog(partition, range, offset == null ? null : (Long) offset.offset()));
        });
        return logs;
    }
}
