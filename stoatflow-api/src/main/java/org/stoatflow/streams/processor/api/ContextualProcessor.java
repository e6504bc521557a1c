package org.stoatflow.streams.processor.api;

/**
 * A {@link Processor} that keeps its context.
 *
 * @param <KIn> the type of input keys
 * @param <VIn> the type of input values
 * @param <KOut> the type of forwarded keys
 * @param <VOut> the type of forwarded values
 */
public abstract class ContextualProcessor<KIn, VIn, KOut, VOut> implements Processor<KIn, VIn, KOut, VOut> {
    private ProcessorContext<KOut, VOut> context;

    /** Creates the processor; the context comes with {@link #init}. */
    protected ContextualProcessor() {}

    /**
     * Keeps the context. A subclass that overrides this must call it.
     *
     * @param context where the processor runs
     */
    @Override
    public void init(ProcessorContext<KOut, VOut> context) {
        this.context = context;
    }

    /**
     * The context.
     *
     * @return what {@link #init} was given; null before
     */
    protected final ProcessorContext<KOut, VOut> context() {
        return context;
    }
}
