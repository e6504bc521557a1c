package org.stoatflow.memorykafka;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.TopicPartition;
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
    final CallFaults callFaults;
    final Network network;
    final Deadlines deadlines = new Deadlines();
    final TransactionCoordinator transactions;
    final Topics topics;
    ClientWait waits;
    private final Map<String, ConsumerGroup> groups = new LinkedHashMap<>();

    Broker(ClusterClock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.journal = new Journal(clock);
        this.faults = new FaultInjector(random, journal);
        this.waits = ClientWait.of(clock);
        this.callFaults = new CallFaults(clock, journal);
        this.network = new Network(clock);
        this.topics = new Topics(clock, journal);
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
        topics.create(name, partitions, config);
    }

    /** Deletes the topic, with what the groups have committed of it. */
    void deleteTopic(String name) {
        if (topics.delete(name)) {
            groups.values().forEach(group -> group.offsets.forget(name));
        }
    }

    /** Keeps the topic out of what producers are told of the cluster; its logs stay, and consumers read on. */
    void hideTopic(String name, long untilMs) {
        topics.hide(name, untilMs);
        deadlines.add(untilMs);
    }

    /** All topics by name. */
    Map<String, Topic> topics() {
        return topics.all();
    }

    /** The log of the partition; null if it does not exist. */
    @Nullable
    PartitionLog findLog(TopicPartition partition) {
        return topics.findLog(partition);
    }

    /** The log of a partition that must exist. */
    PartitionLog log(TopicPartition partition) {
        PartitionLog log = findLog(partition);
        if (log == null) {
            throw new IllegalArgumentException("no such partition=" + partition);
        }
        return log;
    }

    ConsumerGroup group(String name) {
        return groups.computeIfAbsent(name, unknown -> new ConsumerGroup(unknown, this));
    }

    Collection<ConsumerGroup> groups() {
        return groups.values();
    }
}
