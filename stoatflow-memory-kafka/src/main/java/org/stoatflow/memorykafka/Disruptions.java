package org.stoatflow.memorykafka;

import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * What the simulator does to the broker itself, at once, while {@link Faults} strike the clients' calls.
 */
public final class Disruptions {
    private final Broker broker;

    Disruptions(Broker broker) {
        this.broker = broker;
    }

    /**
     * The broker is away from now on for so long. What is durable stays; polls return nothing, calls wait for it and
     * time out, buffered records expire; no deadline strikes before it is back.
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
     * Time passes in which nobody writes. Whose process has died or is suspended is out of its group then, and open
     * transactions are over; consumers of the others have polled all the while.
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

    /** Compacts the partition's log; tombstones go where their retention is over. */
    public void compact(TopicPartition partition, boolean dropTombstones) {
        Compaction.run(broker.log(partition), dropTombstones);
    }

    /** Retention deletes what lies before the offset. */
    public void truncateBefore(TopicPartition partition, long offset) {
        broker.log(partition).truncateBefore(offset);
    }
}
