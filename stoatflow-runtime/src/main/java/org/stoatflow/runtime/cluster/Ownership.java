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
 */
public final class Ownership implements ConsumerRebalanceListener {
    private final Consumer<byte[], byte[]> consumer;
    private final Set<TopicPartition> owned = new LinkedHashSet<>();
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
            lost = true;
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        onPartitionsRevoked(partitions);
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

    /** Whether partitions were taken away since the last {@link #takeLoss}. */
    public boolean hasLost() {
        return lost;
    }

    /** Whether partitions were taken away since the last call. */
    public boolean takeLoss() {
        boolean was = lost;
        lost = false;
        return was;
    }
}
