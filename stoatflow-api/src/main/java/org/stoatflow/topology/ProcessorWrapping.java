package org.stoatflow.topology;

import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorWrapper;
import org.stoatflow.streams.processor.internals.NoOpProcessorWrapper;

/** Puts the application's wrapper around the suppliers of processors as they are added to a topology. */
public final class ProcessorWrapping {
    /** Null where there is none, or the default one, which changes nothing. */
    private final @Nullable ProcessorWrapper wrapper;

    private ProcessorWrapping(@Nullable ProcessorWrapper wrapper) {
        this.wrapper = wrapper;
    }

    /**
     * Makes and configures the wrapper.
     *
     * @param config the topology's configuration; null for no wrapper
     * @return the wrapping
     * @throws ConfigException if the class that is configured cannot be made a wrapper of
     */
    static ProcessorWrapping of(@Nullable TopologyConfig config) {
        if (config == null) {
            return new ProcessorWrapping(null);
        }
        try {
            ProcessorWrapper made = config.getConfiguredInstance(
                    StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, ProcessorWrapper.class, config.originals());
            return new ProcessorWrapping(made instanceof NoOpProcessorWrapper ? null : made);
        } catch (RuntimeException unusable) {
            ConfigException refused = new ConfigException("No ProcessorWrapper can be made of "
                    + StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG + "="
                    + config.originals().get(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG)
                    + ": give a class that implements it and has a constructor without arguments");
            refused.initCause(unusable);
            throw refused;
        }
    }

    /**
     * Wraps a supplier.
     *
     * @param name the node's name
     * @param supplier the supplier
     * @param <KIn> the type of keys that come in
     * @param <VIn> the type of values that come in
     * @param <KOut> the type of keys that go out
     * @param <VOut> the type of values that go out
     * @return what the wrapper gives, as a {@link WrappedSupplier}; the supplier itself where there is no wrapper
     */
    public <KIn, VIn, KOut, VOut> ProcessorSupplier<KIn, VIn, KOut, VOut> wrap(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
        return wrapper == null
                ? supplier
                : new WrappedSupplier<>(supplier, wrapper.wrapProcessorSupplier(name, supplier));
    }

    /**
     * Wraps a supplier of fixed-key processors.
     *
     * @param name the node's name
     * @param supplier the supplier
     * @param <KIn> the type of keys
     * @param <VIn> the type of values that come in
     * @param <VOut> the type of values that go out
     * @return what the wrapper gives; the supplier itself where there is no wrapper
     */
    public <KIn, VIn, VOut> FixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKey(
            String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
        return wrapper == null ? supplier : wrapper.wrapFixedKeyProcessorSupplier(name, supplier);
    }

    /**
     * Whether there is a wrapper that may change anything.
     *
     * @return whether suppliers are wrapped
     */
    public boolean wraps() {
        return wrapper != null;
    }
}
