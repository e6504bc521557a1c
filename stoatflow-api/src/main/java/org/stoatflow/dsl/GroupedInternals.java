package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Grouped;

/** Reads what a {@link Grouped} holds. */
final class GroupedInternals<K, V> extends Grouped<K, V> {
    GroupedInternals(Grouped<K, V> grouped) {
        super(grouped);
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V> valueSerde() {
        return valueSerde;
    }

    @Nullable
    String name() {
        return name;
    }
}
