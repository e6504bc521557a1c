package org.stoatflow.topology;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * A supplier that the application's {@code ProcessorWrapper} has put another one around. Processors and stores are
 * those of the outer one; what the planner may know of the operator is asked of the inner one.
 *
 * @param declared the supplier as the DSL or the user has made it
 * @param outer what the wrapper has given for it
 */
public record WrappedSupplier<KIn, VIn, KOut, VOut>(
        ProcessorSupplier<KIn, VIn, KOut, VOut> declared, ProcessorSupplier<KIn, VIn, KOut, VOut> outer)
        implements ProcessorSupplier<KIn, VIn, KOut, VOut> {
    @Override
    public Processor<KIn, VIn, KOut, VOut> get() {
        return outer.get();
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return outer.stores();
    }
}
