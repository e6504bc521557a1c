package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * The broker's side: topics, transactions, groups, and what is due by the clock. The clients hold it and call it
 * directly; each of their calls starts with {@link #catchUp()}.
 */
final class Broker {
    final ClusterClock clock;
    final RandomGenerator random;
    final Journal journal;
    final FaultInjector faults;
    final Network network;
    final Deadlines deadlines = new Deadlines();
    final TransactionCoordinator transactions;
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<String, ConsumerGroup> groups = new LinkedHashMap<>();
    private int topicsVersion;

    Broker(ClusterClock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.journal = new Journal(clock);
        this.faults = new FaultInjector(random, journal);
        this.network = new Network(clock);
        this.transactions = new TransactionCoordinator(clock, deadlines, faults, journal);
    }

    /** Does what has fallen due. While the broker is down nothing does. */
    void catchUp() {
        long nowMs = clock.nowMs();
        if (deadlines.isDue(nowMs) && network.isUp()) {
            deadlines.clear();
            transactions.sweep(nowMs);
            groups.values().forEach(group -> group.sweep(nowMs));
        }
    }

    /** Waits, by advancing the clock from deadline to deadline, until it is so. False: the time is over before. */
    boolean waitFor(BooleanSupplier isSo, long timeoutMs) {
        long endMs = clock.nowMs() + timeoutMs;
        while (!isSo.getAsBoolean()) {
            long nowMs = clock.nowMs();
            if (nowMs >= endMs) {
                return false;
            }
            clock.advanceMs(Math.max(1, Math.min(deadlines.nextMs(), endMs) - nowMs));
            catchUp();
        }
        return true;
    }

    void createTopic(String name, int partitions, Map<String, String> config) {
        if (topics.containsKey(name)) {
            throw new TopicExistsException("Topic '" + name + "' already exists.");
        }
        topics.put(name, new Topic(name, partitions, config, journal));
        topicsVersion++;
    }

    /** Changes with every topic that is created. */
    int topicsVersion() {
        return topicsVersion;
    }

    /** All topics by name. */
    Map<String, Topic> topics() {
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

    /** The log of a partition that must exist. */
    PartitionLog log(TopicPartition partition) {
        PartitionLog log = findLog(partition);
        if (log == null) {
            throw new IllegalArgumentException("no such partition=" + partition);
        }
        return log;
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

    ConsumerGroup group(String name) {
        return groups.computeIfAbsent(name, unknown -> new ConsumerGroup(unknown, this));
    }

    Collection<ConsumerGroup> groups() {
        return groups.values();
    }
}
