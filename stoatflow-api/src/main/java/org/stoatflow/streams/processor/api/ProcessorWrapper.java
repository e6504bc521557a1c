package org.stoatflow.streams.processor.api;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Configurable;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Wraps the processors of a topology. Programs that have one compile; StoatFlow does not call it yet, and warns where
 * {@code processor.wrapper.class} is set.
 */
public interface ProcessorWrapper extends Configurable {
    /**
     * Reads the configuration. Does nothing by default.
     *
     * @param configs the application's configuration
     */
    @Override
    default void configure(Map<String, ?> configs) {}

    /**
     * Wraps a supplier of processors.
     *
     * @param processorName the processor's name in the topology
     * @param processorSupplier what to wrap
     * @param <KIn> the type of keys that come in
     * @param <VIn> the type of values that come in
     * @param <KOut> the type of keys that go out
     * @param <VOut> the type of values that go out
     * @return a supplier; {@link #asWrapped} makes one of the one that is given
     */
    <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier);

    /**
     * Wraps a supplier of processors that keep the key.
     *
     * @param processorName the processor's name in the topology
     * @param processorSupplier what to wrap
     * @param <KIn> the type of keys
     * @param <VIn> the type of values that come in
     * @param <VOut> the type of values that go out
     * @return a supplier; {@link #asWrappedFixedKey} makes one of the one that is given
     */
    <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier);

    /**
     * Leaves a supplier as it is.
     *
     * @param processorSupplier the supplier
     * @param <KIn> the type of keys that come in
     * @param <VIn> the type of values that come in
     * @param <KOut> the type of keys that go out
     * @param <VOut> the type of values that go out
     * @return one of the type that a wrapper gives, with the same processors and stores
     */
    static <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> asWrapped(
            ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        return new WrappedProcessorSupplier<>() {
            @Override
            public Processor<KIn, VIn, KOut, VOut> get() {
                return processorSupplier.get();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    /**
     * Leaves a supplier of processors that keep the key as it is.
     *
     * @param processorSupplier the supplier
     * @param <KIn> the type of keys
     * @param <VIn> the type of values that come in
     * @param <VOut> the type of values that go out
     * @return one of the type that a wrapper gives, with the same processors and stores
     */
    static <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> asWrappedFixedKey(
            FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        return new WrappedFixedKeyProcessorSupplier<>() {
            @Override
            public FixedKeyProcessor<KIn, VIn, VOut> get() {
                return processorSupplier.get();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }
}
