package org.stoatflow.operator;

import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * The store of a windowed table. Operators use one with headers as if it had none.
 *
 * @param name its name
 * @param builder its only builder
 * @param <S> the type of the store
 */
public record WindowedStore<S extends StateStore>(String name, StoreBuilder<S> builder) {
    @SuppressWarnings("unchecked") // the builder is one of such stores, or of those with headers
    S open(ProcessorContext<?, ?> context) {
        StateStore store = context.getStateStore(name);
        return (S) (store instanceof HeadersHidden headers ? headers.withoutHeaders() : store);
    }
}
