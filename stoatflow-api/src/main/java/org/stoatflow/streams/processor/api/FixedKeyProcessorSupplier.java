package org.stoatflow.streams.processor.api;

import java.util.function.Supplier;
import org.stoatflow.streams.processor.ConnectedStoreProvider;

/**
 * Makes the fixed-key processors of one node, one for each lane and partition, and may bring their stores. Called from
 * several threads.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of input values
 * @param <VOut> the type of forwarded values
 */
@FunctionalInterface
public interface FixedKeyProcessorSupplier<KIn, VIn, VOut>
        extends ConnectedStoreProvider, Supplier<FixedKeyProcessor<KIn, VIn, VOut>> {
    /**
     * Makes a processor.
     *
     * @return a new instance at each call
     */
    @Override
    FixedKeyProcessor<KIn, VIn, VOut> get();
}
