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
     * Whether the table knows what its rows were, so that an update may be older than its key's newest version. Its own
     * store says so, or, where it is not kept, the table that it is made of.
     *
     * @return false, too, where suppliers of the configuration have chosen a versioned store, as in Kafka Streams
     */
    default boolean versioned() {
        return false;
    }

    /**
     * Whether the table is versioned where the table above is: it is not kept, and the user has said nothing of keeping
     * it. As in Kafka Streams, a {@code Materialized} without a store, which gives serdes only, says that it is not.
     *
     * @return whether the tables above decide
     */
    default boolean inheritsVersions() {
        return false;
    }

    /**
     * For how long all the stores by which others read the table know what its rows were.
     *
     * @return milliseconds; {@link TableStore#NO_HISTORY} where one of them is not versioned
     */
    default long historyMs() {
        return TableStore.NO_HISTORY;
    }

    /**
     * How others can read the table. To be called before the topology is built: a source that is not kept yet is kept
     * from then on.
     *
     * @return the view
     */
    TableView<K, VOut> view();
}
