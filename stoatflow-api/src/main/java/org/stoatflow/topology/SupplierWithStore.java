package org.stoatflow.topology;

import java.util.Objects;
import java.util.Set;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * A user's supplier together with the store that the user has given besides it. What the supplier itself says about
 * stores does not count, as in Kafka Streams.
 *
 * @param supplier makes the processors
 * @param store the store
 * @param <KIn> the type of input keys
 * @param <VIn> the type of input values
 * @param <KOut> the type of forwarded keys
 * @param <VOut> the type of forwarded values
 */
public record SupplierWithStore<KIn, VIn, KOut, VOut>(
        ProcessorSupplier<KIn, VIn, KOut, VOut> supplier, StoreBuilder<?> store)
        implements ProcessorSupplier<KIn, VIn, KOut, VOut> {
    /** Refuses what is missing. */
    public SupplierWithStore {
        Objects.requireNonNull(supplier, "stateUpdateSupplier cannot be null");
        Objects.requireNonNull(store, "storeBuilder cannot be null");
    }

    @Override
    public Processor<KIn, VIn, KOut, VOut> get() {
        return supplier.get();
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(store);
    }
}
