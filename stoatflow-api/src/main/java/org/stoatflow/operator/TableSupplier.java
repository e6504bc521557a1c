package org.stoatflow.operator;

import org.stoatflow.streams.processor.api.ProcessorSupplier;

/**
 * Makes the operators that produce a table.
 *
 * @param <K> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of the table's values
 */
public interface TableSupplier<K, VIn, VOut> extends ProcessorSupplier<K, VIn, K, Change<VOut>> {
    /**
     * Asks for old values in the table's updates. To be called before the topology is built.
     *
     * @param materialize whether a source that is not kept yet may be kept for that
     * @return whether old values will be there
     */
    boolean sendOldValues(boolean materialize);

    /**
     * How others can read the table. To be called before the topology is built: a source that is not kept yet is kept
     * from then on.
     *
     * @return the view
     */
    TableView<K, VOut> view();
}
