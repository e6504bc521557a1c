package org.stoatflow.streams.kstream;

import java.util.function.Supplier;
import org.stoatflow.streams.processor.ConnectedStoreProvider;

/**
 * Makes transformers. Streams do not take it any more: it is here so that code that has one compiles.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @param <R> the type of what is made
 * @deprecated write a {@link org.stoatflow.streams.processor.api.ProcessorSupplier}
 */
@Deprecated
@FunctionalInterface
public interface TransformerSupplier<K, V, R> extends ConnectedStoreProvider, Supplier<Transformer<K, V, R>> {
    /**
     * Makes a transformer.
     *
     * @return a new one at each call
     */
    @Override
    Transformer<K, V, R> get();
}
