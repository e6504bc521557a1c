package org.stoatflow.streams.processor.api;

/**
 * Processes records one by one. Each lane has its own instance, made by a {@link ProcessorSupplier}, and is the only
 * thread that calls it: first {@link #init}, then {@link #process} for each record, last {@link #close}.
 *
 * @param <KIn> the type of input keys
 * @param <VIn> the type of input values
 * @param <KOut> the type of forwarded keys
 * @param <VOut> the type of forwarded values
 */
@FunctionalInterface
public interface Processor<KIn, VIn, KOut, VOut> {
    /**
     * Called once before the first record. Keeps nothing by default.
     *
     * @param context where the processor runs; valid until {@link #close}
     */
    default void init(ProcessorContext<KOut, VOut> context) {}

    /**
     * Processes one record. An exception goes to the processing exception handler.
     *
     * @param record the record
     */
    void process(Record<KIn, VIn> record);

    /**
     * Called once after the last record, also where the lane failed. Stores are closed by the engine, not here. Does
     * nothing by default.
     */
    default void close() {}
}
