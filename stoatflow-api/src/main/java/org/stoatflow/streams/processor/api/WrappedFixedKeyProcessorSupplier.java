package org.stoatflow.streams.processor.api;

/**
 * Supplies processors that keep the key and that a {@link ProcessorWrapper} has wrapped.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that go out
 */
@FunctionalInterface
public interface WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> extends FixedKeyProcessorSupplier<KIn, VIn, VOut> {}
