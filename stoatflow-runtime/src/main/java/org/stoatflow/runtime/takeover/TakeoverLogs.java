package org.stoatflow.runtime.takeover;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.LogRanges;
import org.stoatflow.runtime.cluster.BriefConsumer;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.restoring.GroupLog;
import org.stoatflow.runtime.restoring.Leftover;
import org.stoatflow.runtime.restoring.LeftoverCounter;

/** What partitions hold, read by consumers without a group. Used by one thread. */
final class TakeoverLogs {
    private final KafkaClients clients;
    private final Duration requestTimeout;

    /** @param requestTimeout bound of each request */
    TakeoverLogs(KafkaClients clients, Duration requestTimeout) {
        this.clients = clients;
        this.requestTimeout = requestTimeout;
    }

    Map<TopicPartition, LogRange> ranges(Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        try (BriefConsumer asked = new BriefConsumer(clients.newOffsetsConsumer())) {
            Consumer<byte[], byte[]> consumer = asked.consumer();
            consumer.assign(partitions);
            return LogRanges.read(consumer, partitions, requestTimeout);
        }
    }

    /** Up to where readers of committed records can go. */
    Map<TopicPartition, Long> stableEnds(Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        try (BriefConsumer asked = new BriefConsumer(clients.newRestoreConsumer())) {
            Consumer<byte[], byte[]> consumer = asked.consumer();
            consumer.assign(partitions);
            return consumer.endOffsets(partitions, requestTimeout);
        }
    }

    /** What is left up to the stable ends, so that nothing is waited for. */
    List<Leftover> leftovers(List<GroupLog> logs, Map<TopicPartition, Long> stableEnds) {
        List<GroupLog> stable = logs.stream()
                .map(log -> new GroupLog(
                        log.partition(),
                        upTo(
                                log.log(),
                                stableEnds.getOrDefault(
                                        log.partition(), log.log().end())),
                        log.committed()))
                .toList();
        if (stable.stream().allMatch(GroupLog::isAtEnd)) {
            return List.of();
        }
        try (BriefConsumer asked = new BriefConsumer(clients.newRestoreConsumer())) {
            return new LeftoverCounter(asked.consumer(), requestTimeout, System::nanoTime)
                    .count(stable, requestTimeout);
        }
    }

    private static LogRange upTo(LogRange log, long stableEnd) {
        return new LogRange(log.begin(), Math.max(log.begin(), Math.min(stableEnd, log.end())));
    }

    /** Of the partitions where an open transaction holds readers back: the offset. */
    static Map<TopicPartition, Long> heldBack(
            Map<TopicPartition, LogRange> ranges, Map<TopicPartition, Long> stableEnds) {
        Map<TopicPartition, Long> held = new HashMap<>();
        stableEnds.forEach((partition, stable) -> {
            LogRange range = ranges.get(partition);
            if (range != null && stable < range.end()) {
                held.put(partition, stable);
            }
        });
        return held;
    }
}
