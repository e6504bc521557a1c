package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.StreamPartitioner;

/** Reads what a {@link Repartitioned} holds. */
final class RepartitionedInternals<K, V> extends Repartitioned<K, V> {
    RepartitionedInternals(Repartitioned<K, V> repartitioned) {
        super(repartitioned);
    }

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V> valueSerde() {
        return valueSerde;
    }

    int partitions() {
        return numberOfPartitions == null ? -1 : numberOfPartitions;
    }

    @Nullable
    StreamPartitioner<K, V> partitioner() {
        return partitioner;
    }
}
