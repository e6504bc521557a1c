package org.stoatflow.runtime.cluster;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * The source partitions that this instance owns. It pauses new partitions; the lifecycle resumes them once the state is
 * ready. Owner: the thread that polls the consumer, which also calls it.
 *
 * <p>A partition that is <em>revoked</em> is taken back from a member that the group trusts: until the group's leader
 * names another owner, what was processed of it may be committed (docs/design/042). A partition that is <em>lost</em>
 * may belong to another member already.
 */
public final class Ownership implements ConsumerRebalanceListener {
    private final Consumer<byte[], byte[]> consumer;
    private final Set<TopicPartition> owned = new LinkedHashSet<>();
    private Set<TopicPartition> revoked = Set.of(); // immutable
    private boolean joined;
    private boolean lost;

    public Ownership(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        joined = true;
        owned.addAll(partitions);
        consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            owned.removeAll(partitions);
            Set<TopicPartition> all = new LinkedHashSet<>(revoked);
            all.addAll(partitions);
            revoked = Set.copyOf(all);
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            owned.removeAll(partitions);
            lost = true;
        }
    }

    /** Whether a rebalance has completed since the start. */
    public boolean isJoined() {
        return joined;
    }

    public boolean ownsAll(Set<TopicPartition> wanted) {
        return owned.containsAll(wanted);
    }

    public Set<TopicPartition> owned() {
        return new LinkedHashSet<>(owned);
    }

    /**
     * The partitions that were revoked since the last {@link #settle}. One that was given back meanwhile is among them:
     * it may be of another topic with the same name. Immutable, and the same object until another one is revoked.
     */
    public Set<TopicPartition> revoked() {
        return revoked;
    }

    /** Whether partitions were lost since the last {@link #takeLoss}. */
    public boolean hasLost() {
        return lost;
    }

    /** Whether partitions were lost since the last call. */
    public boolean takeLoss() {
        boolean was = lost;
        lost = false;
        return was;
    }

    /** Begins anew with the partitions that are owned now: nothing is in flight of those that were taken away. */
    public void settle() {
        lost = false;
        revoked = Set.of();
    }
}
