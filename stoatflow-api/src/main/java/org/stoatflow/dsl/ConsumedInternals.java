package org.stoatflow.dsl;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.topology.ResetPolicy;
import org.stoatflow.topology.SourceNode;

/** Reads what a {@link Consumed} holds. */
final class ConsumedInternals<K, V> extends Consumed<K, V> {
    ConsumedInternals(Consumed<K, V> consumed) {
        super(consumed);
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V> valueSerde() {
        return valueSerde;
    }

    NameChoice name() {
        return new NameChoice(processorName);
    }

    @Nullable
    ResetPolicy resetPolicy() {
        return ResetPolicy.of(resetPolicy);
    }

    SourceNode source(String name, List<String> topics, @Nullable Pattern pattern) {
        return new SourceNode(
                name,
                topics,
                pattern,
                keySerde == null ? null : keySerde.deserializer(),
                valueSerde == null ? null : valueSerde.deserializer(),
                timestampExtractor,
                resetPolicy());
    }
}
