package org.stoatflow.dsl;

import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Produced;
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
        return new SinkNode(
                name,
                parents,
                topic,
                extractor,
                keySerde == null ? null : keySerde.serializer(),
                valueSerde == null ? null : valueSerde.serializer(),
                partitioner);
    }
}
