package org.stoatflow.operator;

import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * The store of a windowed table.
 *
 * @param name its name
 * @param builder its only builder
 * @param <S> the type of the store
 */
public record WindowedStore<S extends StateStore>(String name, StoreBuilder<S> builder) {
    S open(ProcessorContext<?, ?> context) {
        return context.getStateStore(name);
    }
}
