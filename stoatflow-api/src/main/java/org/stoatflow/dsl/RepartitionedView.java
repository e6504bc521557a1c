package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.StreamPartitioner;

/** Reads the settings of a {@link Repartitioned}. */
final class RepartitionedView<K, V> extends Repartitioned<K, V> {
    RepartitionedView(Repartitioned<K, V> repartitioned) {
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
