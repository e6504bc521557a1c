package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.ConnectedStoreProvider;

/**
 * Makes transformers of values. Streams do not take it any more: it is here so that code that has one compiles.
 *
 * @param <V> the type of values
 * @param <VR> the type of the values that are made
 * @deprecated write a {@link org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier}
 */
@Deprecated
@FunctionalInterface
public interface ValueTransformerSupplier<V, VR> extends ConnectedStoreProvider {
    /**
     * Makes a transformer.
     *
     * @return a new one at each call
     */
    ValueTransformer<V, VR> get();
}
