package org.stoatflow.dsl;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * The user's partitioner of a join by foreign key, which has to choose one partition, by the key and the headers alone.
 *
 * @param <T> the type of the key
 * @param <V> the type of what is sent between the tables
 */
record OnePartition<T, V>(StreamPartitioner<T, Void> chosen) implements StreamPartitioner<T, V> {
    @Deprecated
    @Override
    public Optional<Set<Integer>> partitions(String topic, T key, V value, int numPartitions) {
        return partitions(topic, key, value, new RecordHeaders(), numPartitions);
    }

    @Override
    public Optional<Set<Integer>> partitions(String topic, T key, V value, Headers headers, int numPartitions) {
        Optional<Set<Integer>> partitions = chosen.partitions(topic, key, null, headers, numPartitions);
        if (partitions.isPresent() && partitions.get().size() != 1) {
            throw new IllegalArgumentException("The partitioner of a join by foreign key chose partitions "
                    + partitions.get() + " of " + topic + ". It has to choose one");
        }
        return partitions;
    }
}
