package org.stoatflow.testing.driver;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records that wait for the one task, by topic. As in Kafka Streams, the one with the smallest timestamp comes next,
 * and an empty topic is waited for as long as {@code max.task.idle.ms} says. Which of several topics with the same
 * timestamp comes first is left to a {@link PriorityQueue} of the topics that are not empty, as there, so that it is
 * the same one. Thread: the driver's.
 */
final class TopicQueues {
    private final long idleMs;
    private final Map<String, Queue<ConsumerRecord<byte[], byte[]>>> queues = new LinkedHashMap<>();
    private final PriorityQueue<Queue<ConsumerRecord<byte[], byte[]>>> byTime =
            new PriorityQueue<>(Comparator.comparingLong(TopicQueues::headTime)); // all that are not empty
    private final Map<String, Long> deadlines = new HashMap<>(); // of empty topics

    /** @param idleMs how long to wait for an empty topic; not positive for no wait */
    TopicQueues(long idleMs) {
        this.idleMs = idleMs;
    }

    void read(Collection<String> topics) {
        topics.forEach(topic -> queues.computeIfAbsent(topic, unseen -> new ArrayDeque<>()));
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
        Queue<ConsumerRecord<byte[], byte[]>> queue =
                queues.computeIfAbsent(record.topic(), unseen -> new ArrayDeque<>());
        boolean wasEmpty = queue.isEmpty();
        queue.add(record);
        if (wasEmpty) {
            byTime.add(queue);
        }
        deadlines.remove(record.topic());
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

    private static long headTime(Queue<ConsumerRecord<byte[], byte[]>> queue) {
        return Objects.requireNonNull(queue.peek()).timestamp();
    }

    private boolean mustWait(long nowMs) {
        if (idleMs <= 0) {
            return false;
        }
        boolean waits = false;
        for (Map.Entry<String, Queue<ConsumerRecord<byte[], byte[]>>> topic : queues.entrySet()) {
            if (topic.getValue().isEmpty()) {
                long deadline = deadlines.computeIfAbsent(topic.getKey(), empty -> nowMs + idleMs);
                waits |= nowMs < deadline;
            }
        }
        return waits;
    }
}
