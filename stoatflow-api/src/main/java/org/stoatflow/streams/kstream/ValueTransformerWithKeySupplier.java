package org.stoatflow.streams.kstream;

import java.util.function.Supplier;
import org.stoatflow.streams.processor.ConnectedStoreProvider;

/**
 * Makes transformers of values that see the key.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @param <VR> the type of the values that are made
 */
@FunctionalInterface
public interface ValueTransformerWithKeySupplier<K, V, VR>
        extends ConnectedStoreProvider, Supplier<ValueTransformerWithKey<K, V, VR>> {
    /**
     * Makes a transformer.
     *
     * @return a new one at each call
     */
    @Override
    ValueTransformerWithKey<K, V, VR> get();
}
