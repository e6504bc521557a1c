package org.stoatflow.streams.processor.internals;

import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorWrapper;
import org.stoatflow.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.WrappedProcessorSupplier;

/** Leaves processors as they are: the default of {@code processor.wrapper.class}. */
public final class NoOpProcessorWrapper implements ProcessorWrapper {
    /** Creates the wrapper. */
    public NoOpProcessorWrapper() {}

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        return ProcessorWrapper.asWrapped(processorSupplier);
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
    }
}
