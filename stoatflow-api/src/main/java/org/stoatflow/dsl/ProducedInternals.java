package org.stoatflow.dsl;

import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.internals.WindowedSerializer;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.topology.SinkNode;

/** Reads what a {@link Produced} holds. */
final class ProducedInternals<K, V> extends Produced<K, V> {
    ProducedInternals(Produced<K, V> produced) {
        super(produced);
    }

    NameChoice name() {
        return new NameChoice(processorName);
    }

    ProducedInternals<K, V> orElse(@Nullable Serde<K> keys, @Nullable Serde<V> values) {
        if (keySerde == null) {
            keySerde = keys;
        }
        if (valueSerde == null) {
            valueSerde = values;
        }
        return this;
    }

    SinkNode sink(
            String name, List<String> parents, @Nullable String topic, @Nullable TopicNameExtractor<K, V> extractor) {
        Serializer<K> keys = keySerde == null ? null : keySerde.serializer();
        return new SinkNode(
                name,
                parents,
                topic,
                extractor,
                keys,
                valueSerde == null ? null : valueSerde.serializer(),
                partitioner == null ? defaultOf(keys) : partitioner);
    }

    /** Keys with windows go by the key alone, where the user named their serde; null for the producer's choice. */
    @SuppressWarnings("unchecked")
    private @Nullable StreamPartitioner<? super K, ? super V> defaultOf(@Nullable Serializer<K> keys) {
        return keys instanceof WindowedSerializer<?> windows
                ? (StreamPartitioner<K, V>) new WindowedPartitioner<>(windows)
                : null;
    }
}
