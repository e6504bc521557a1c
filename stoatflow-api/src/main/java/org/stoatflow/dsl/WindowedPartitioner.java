package org.stoatflow.dsl;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.WindowedSerializer;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * Chooses the partition of a key with a window by the key alone, as the producer does for a key without one: all
 * windows of a key are in the key's partition.
 */
final class WindowedPartitioner<K, V> implements StreamPartitioner<Windowed<K>, V> {
    private final WindowedSerializer<K> serializer;

    WindowedPartitioner(WindowedSerializer<K> serializer) {
        this.serializer = serializer;
    }

    @Deprecated
    @Override
    public Optional<Set<Integer>> partitions(String topic, Windowed<K> key, V value, int numPartitions) {
        return partitions(topic, key, value, new RecordHeaders(), numPartitions);
    }

    @Override
    public Optional<Set<Integer>> partitions(
            String topic, Windowed<K> key, V value, Headers headers, int numPartitions) {
        byte[] bytes = serializer.serializeBaseKey(topic, headers, key);
        return Optional.of(Set.of(Utils.toPositive(Utils.murmur2(bytes)) % numPartitions));
    }
}
