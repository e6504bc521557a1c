package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions one consumer is assigned, by hand or by its group, with their state.
 */
final class Assignments {
    private final Broker broker;
    private final Map<TopicPartition, PartitionState> states = new LinkedHashMap<>();
    private List<PartitionState> inOrder = List.of();

    Assignments(Broker broker) {
        this.broker = broker;
    }

    /** Replaces the assignment; what stays in it keeps its state. */
    void set(Collection<TopicPartition> partitions) {
        Map<TopicPartition, PartitionState> next = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            PartitionState known = states.get(partition);
            next.put(partition, known == null ? new PartitionState(broker.topics.logOrGone(partition)) : known);
        }
        states.clear();
        states.putAll(next);
        inOrder = new ArrayList<>(states.values());
    }

    Set<TopicPartition> partitions() {
        return new LinkedHashSet<>(states.keySet());
    }

    List<PartitionState> all() {
        return inOrder;
    }

    /** The state of a partition that must be assigned. */
    PartitionState state(TopicPartition partition) {
        PartitionState state = states.get(partition);
        if (state == null) {
            throw new IllegalStateException("No current assignment for partition " + partition);
        }
        return state;
    }
}
