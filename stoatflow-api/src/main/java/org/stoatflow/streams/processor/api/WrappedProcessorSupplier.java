package org.stoatflow.streams.processor.api;

/**
 * Supplies processors that a {@link ProcessorWrapper} has wrapped.
 *
 * @param <KIn> the type of keys that come in
 * @param <VIn> the type of values that come in
 * @param <KOut> the type of keys that go out
 * @param <VOut> the type of values that go out
 */
@FunctionalInterface
public interface WrappedProcessorSupplier<KIn, VIn, KOut, VOut> extends ProcessorSupplier<KIn, VIn, KOut, VOut> {}
