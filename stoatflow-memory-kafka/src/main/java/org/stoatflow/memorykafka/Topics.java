package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** The topics of the cluster, by name; those that are hidden are not shown to producers. */
final class Topics {
    private final ClusterClock clock;
    private final Journal journal;
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<String, Long> hiddenUntilMs = new HashMap<>();
    private int version;

    Topics(ClusterClock clock, Journal journal) {
        this.clock = clock;
        this.journal = journal;
    }

    void create(String name, int partitions, Map<String, String> config) {
        if (topics.containsKey(name)) {
            throw new TopicExistsException("Topic '" + name + "' already exists.");
        }
        topics.put(name, new Topic(name, partitions, config, journal));
        version++;
    }

    /** Deletes the topic; false if there is none. */
    boolean delete(String name) {
        Topic gone = topics.remove(name);
        if (gone == null) {
            return false;
        }
        gone.delete();
        version++;
        journal.note(JournalEvent.TOPIC_DELETED, name, 0, 0);
        return true;
    }

    void hide(String name, long untilMs) {
        hiddenUntilMs.put(name, untilMs);
        journal.note(JournalEvent.TOPIC_HIDDEN, name, clock.nowMs(), untilMs);
    }

    /** No topic is hidden any more. */
    void showAll() {
        hiddenUntilMs.clear();
    }

    /** The topic as a producer is told of it; null if it is not there. */
    @Nullable
    Topic shown(String name) {
        return clock.nowMs() < hiddenUntilMs.getOrDefault(name, 0L) ? null : topics.get(name);
    }

    /** Changes with every topic that is created or deleted. */
    int version() {
        return version;
    }

    Map<String, Topic> all() {
        return topics;
    }

    /** The log of the partition; null if it does not exist. */
    @Nullable
    PartitionLog findLog(TopicPartition partition) {
        Topic topic = topics.get(partition.topic());
        if (topic == null || partition.partition() < 0 || partition.partition() >= topic.partitionCount()) {
            return null;
        }
        return topic.log(partition.partition());
    }

    /** The log of the partition; an empty one that nobody writes where the partition is not there. */
    PartitionLog logOrGone(TopicPartition partition) {
        PartitionLog log = findLog(partition);
        if (log != null) {
            return log;
        }
        Topic gone = new Topic(partition.topic(), partition.partition() + 1, Map.of(), journal);
        gone.delete();
        return gone.log(partition.partition());
    }

    List<TopicPartition> partitionsOf(Collection<String> names) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String name : names) {
            Topic topic = topics.get(name);
            if (topic != null) {
                topic.logs().forEach(log -> partitions.add(log.id));
            }
        }
        return partitions;
    }
}
