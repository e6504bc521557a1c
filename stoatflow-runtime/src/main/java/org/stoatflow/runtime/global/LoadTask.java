package org.stoatflow.runtime.global;

import org.apache.kafka.common.TopicPartition;
import org.stoatflow.topology.GlobalStore;

/**
 * What a global store lacks of one topic partition.
 *
 * @param from the first offset to read
 * @param end the end of the partition when the load began
 */
record LoadTask(GlobalStore store, TopicPartition partition, long from, long end) {
    @Override
    public String toString() {
        return "global store " + store.name() + " from " + partition + ", offsets " + from + " to " + end;
    }
}
