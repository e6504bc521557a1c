package org.stoatflow.operator;

import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;

/**
 * A supplier of processors that are fixed-key processors to a {@code ProcessorWrapper}.
 *
 * @param <K> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that go out
 */
public interface FixedKeySupplier<K, VIn, VOut> extends ProcessorSupplier<K, VIn, K, VOut> {
    /**
     * The processors as fixed-key processors.
     *
     * @return makes them
     */
    FixedKeyProcessorSupplier<K, VIn, VOut> asFixedKey();
}
