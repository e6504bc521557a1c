package org.stoatflow.operator;

import java.util.Set;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.TimestampedKeyValueStore;

/**
 * The store of a table.
 *
 * @param name its name
 * @param builder its only builder
 * @param <K> the type of keys
 * @param <V> the type of the plain values
 */
public record TableStore<K, V>(String name, StoreBuilder<TimestampedKeyValueStore<K, V>> builder) {
    Set<StoreBuilder<?>> builders() {
        return Set.of(builder);
    }

    TimestampedKeyValueStore<K, V> open(ProcessorContext<?, ?> context) {
        return context.getStateStore(name);
    }
}
