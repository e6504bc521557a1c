package org.stoatflow.testing.driver;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Records that wait for the one task, by topic. As in Kafka Streams, the one with the smallest timestamp comes next,
 * and an empty topic is waited for as long as {@code max.task.idle.ms} says: for one after another, in the order that
 * Kafka Streams' hash map of them has. Which of several topics with the same
 * timestamp comes first is left to a {@link PriorityQueue} of the topics that are not empty, as there, so that it is
 * the same one. Thread: the driver's.
 */
final class TopicQueues {
    private final long idleMs;
    private final Map<String, Queue<ConsumerRecord<byte[], byte[]>>> queues = new LinkedHashMap<>();
    private final PriorityQueue<Queue<ConsumerRecord<byte[], byte[]>>> byTime =
            new PriorityQueue<>(Comparator.comparingLong(TopicQueues::headTime)); // all that are not empty
    private final Map<String, Long> deadlines = new HashMap<>(); // of topics that were empty
    private List<String> waitedFor = List.of();

    /** @param idleMs how long to wait for an empty topic; not positive for no wait */
    TopicQueues(long idleMs) {
        this.idleMs = idleMs;
    }

    void read(Collection<String> topics) {
        topics.forEach(topic -> queues.computeIfAbsent(topic, unseen -> new ArrayDeque<>()));
        order();
    }

    private void order() {
        Set<TopicPartition> task = new HashSet<>(queues.keySet().stream()
                .map(topic -> new TopicPartition(topic, 0))
                .toList());
        Map<TopicPartition, String> hashed = new HashMap<>();
        task.forEach(partition -> hashed.put(partition, partition.topic()));
        waitedFor = List.copyOf(hashed.values());
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
        if (!queues.containsKey(record.topic())) {
            read(List.of(record.topic()));
        }
        Queue<ConsumerRecord<byte[], byte[]>> queue = queue(record.topic());
        boolean wasEmpty = queue.isEmpty();
        queue.add(record);
        if (wasEmpty) {
            byTime.add(queue);
        }
    }

    boolean isEmpty() {
        return byTime.isEmpty();
    }

    /** Takes the record that comes next; null where there is none, or where it has to wait. */
    @Nullable
    ConsumerRecord<byte[], byte[]> next(long nowMs) {
        if (isEmpty() || mustWait(nowMs)) {
            return null;
        }
        Queue<ConsumerRecord<byte[], byte[]>> first = byTime.remove();
        ConsumerRecord<byte[], byte[]> record = first.remove();
        if (!first.isEmpty()) {
            byTime.add(first);
        }
        return record;
    }

    private Queue<ConsumerRecord<byte[], byte[]>> queue(String topic) {
        return Objects.requireNonNull(queues.get(topic));
    }

    private static long headTime(Queue<ConsumerRecord<byte[], byte[]>> queue) {
        return Objects.requireNonNull(queue.peek()).timestamp();
    }

    private boolean mustWait(long nowMs) {
        if (idleMs <= 0) {
            return false;
        }
        for (String topic : waitedFor) {
            if (!queue(topic).isEmpty()) {
                deadlines.remove(topic);
            } else if (nowMs < deadlines.computeIfAbsent(topic, empty -> nowMs + idleMs)) {
                return true; // the time of the topics behind it begins later
            }
        }
        return false;
    }
}
