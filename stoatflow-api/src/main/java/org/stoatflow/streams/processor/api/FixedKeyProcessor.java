package org.stoatflow.streams.processor.api;

/**
 * Processes records one by one without changing their keys. Called as a {@link Processor} is.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of input values
 * @param <VOut> the type of forwarded values
 */
public interface FixedKeyProcessor<KIn, VIn, VOut> {
    /**
     * Called once before the first record. Keeps nothing by default.
     *
     * @param context where the processor runs; valid until {@link #close}
     */
    default void init(FixedKeyProcessorContext<KIn, VOut> context) {}

    /**
     * Processes one record. An exception goes to the processing exception handler.
     *
     * @param record the record
     */
    void process(FixedKeyRecord<KIn, VIn> record);

    /**
     * Called once after the last record, also where the lane failed. Stores are closed by the engine, not here. Does
     * nothing by default.
     */
    default void close() {}
}
