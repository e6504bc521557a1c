package org.stoatflow.streams.processor.api;

/**
 * A {@link FixedKeyProcessor} that keeps its context.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of input values
 * @param <VOut> the type of forwarded values
 */
public abstract class ContextualFixedKeyProcessor<KIn, VIn, VOut> implements FixedKeyProcessor<KIn, VIn, VOut> {
    private FixedKeyProcessorContext<KIn, VOut> context;

    /** Creates the processor; the context comes with {@link #init}. */
    protected ContextualFixedKeyProcessor() {}

    /**
     * Keeps the context. A subclass that overrides this must call it.
     *
     * @param context where the processor runs
     */
    @Override
    public void init(FixedKeyProcessorContext<KIn, VOut> context) {
        this.context = context;
    }

    /**
     * The context.
     *
     * @return what {@link #init} was given; null before
     */
    protected final FixedKeyProcessorContext<KIn, VOut> context() {
        return context;
    }
}
