package org.stoatflow.streams.processor.api;

import java.util.function.Supplier;
import org.stoatflow.streams.processor.ConnectedStoreProvider;

/**
 * Makes the processors of one node, one for each lane and partition, and may bring their stores. Called from several
 * threads.
 *
 * @param <KIn> the type of input keys
 * @param <VIn> the type of input values
 * @param <KOut> the type of forwarded keys
 * @param <VOut> the type of forwarded values
 */
@FunctionalInterface
public interface ProcessorSupplier<KIn, VIn, KOut, VOut>
        extends ConnectedStoreProvider, Supplier<Processor<KIn, VIn, KOut, VOut>> {
    /**
     * Makes a processor.
     *
     * @return a new instance at each call
     */
    @Override
    Processor<KIn, VIn, KOut, VOut> get();
}
