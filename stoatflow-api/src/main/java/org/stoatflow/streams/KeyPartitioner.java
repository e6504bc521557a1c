package org.stoatflow.streams;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.processor.StreamPartitioner;

/** Chooses the partition of a key as Kafka's default does, by the hash of its bytes. */
record KeyPartitioner<K>(Serializer<K> serializer) implements StreamPartitioner<K, Object> {
    @Deprecated
    @Override
    public Optional<Set<Integer>> partitions(String topic, K key, Object value, int numPartitions) {
        return partitions(topic, key, value, new RecordHeaders(), numPartitions);
    }

    @Override
    public Optional<Set<Integer>> partitions(String topic, K key, Object value, Headers headers, int numPartitions) {
        byte[] bytes = serializer.serialize(topic, headers, key);
        return Optional.of(Set.of(Utils.toPositive(Utils.murmur2(bytes)) % numPartitions));
    }
}
