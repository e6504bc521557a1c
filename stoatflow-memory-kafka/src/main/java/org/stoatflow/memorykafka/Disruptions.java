package org.stoatflow.memorykafka;

import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * What is done to the broker itself, at once, while {@link FaultInjector} strikes the clients' calls.
 */
public final class Disruptions {
    private final Broker broker;

    Disruptions(Broker broker) {
        this.broker = broker;
    }

    /**
     * Takes the broker away for so long. Its logs and offsets stay. Meanwhile polls return nothing, calls wait for the
     * broker and time out, and buffered records expire; no deadline of the broker is due before it is back.
     */
    public void restartBroker(long downMs) {
        long nowMs = broker.clock.nowMs();
        broker.network.goDown(nowMs + downMs);
        broker.journal.note(JournalEvent.BROKER_DOWN, "broker", nowMs, nowMs + downMs);
    }

    /** Whether the broker is away. */
    public boolean isBrokerDown() {
        return !broker.network.isUp();
    }

    /** Another instance initialises the transactional id. */
    public void fence(String transactionalId) {
        broker.transactions.fence(transactionalId);
    }

    /** The group asks all its members to join again. */
    public void rebalance(String groupId) {
        broker.group(groupId).startRebalance();
    }

    /**
     * Time passes in which nobody writes. The group removes members whose process has died or is suspended, and open
     * transactions time out; all other consumers have polled meanwhile.
     *
     * @param isSuspended tells by client id whose process was
     */
    public void passTimeOff(long forMs, Predicate<String> isSuspended) {
        broker.clock.advanceMs(forMs);
        broker.groups().forEach(group -> group.keepPolling(isSuspended));
        broker.catchUp();
    }

    /** Hides from all fetches, for so long, what the partition is given from now on. */
    public void holdBack(TopicPartition partition, long forMs) {
        broker.log(partition).holdBack(broker.clock.nowMs() + forMs);
    }

    /** Deletes the topic, with its records, and what groups have committed of it. */
    public void deleteTopic(String name) {
        broker.deleteTopic(name);
    }

    /** No producer finds the topic for so long. Its records stay, and consumers read on. */
    public void hideTopic(String name, long forMs) {
        broker.hideTopic(name, broker.clock.nowMs() + forMs);
    }

    /** Ends the time for which topics are hidden. */
    public void showTopics() {
        broker.topics.showAll();
    }

    /**
     * An unclean election: the partition's new leader has nothing at the offset or after it, and goes on from there.
     * Consumers that were further are told with their next poll, also where they have paused the partition.
     */
    public void loseFrom(TopicPartition partition, long offset) {
        broker.log(partition).loseFrom(offset);
    }

    /** Compacts the partition's log; tombstones go where their retention is over. */
    public void compact(TopicPartition partition, boolean dropTombstones) {
        Compaction.run(broker.log(partition), dropTombstones);
    }

    /** Retention deletes what lies before the offset. */
    public void truncateBefore(TopicPartition partition, long offset) {
        broker.log(partition).truncateBefore(offset);
    }
}
