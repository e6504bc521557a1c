package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Grouped;

/** Reads the settings of a {@link Grouped}. */
final class GroupedView<K, V> extends Grouped<K, V> {
    GroupedView(Grouped<K, V> grouped) {
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
