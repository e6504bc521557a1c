package org.stoatflow.operator;

import java.util.Set;
import org.stoatflow.streams.processor.api.ProcessorContext;

/**
 * How another operator can read a table: from the table's own store, or, where the table is not kept, by computing the
 * row anew from the tables that it is made of.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface TableView<K, V> {
    /**
     * The stores that a reader needs.
     *
     * @return their names
     */
    Set<String> stores();

    /**
     * Makes a reader. Called in {@code init} of the operator that reads.
     *
     * @param context that operator's, which is connected to the stores
     * @return a new reader
     */
    TableReader<K, V> open(ProcessorContext<?, ?> context);

    /**
     * The view of a table that is kept.
     *
     * @param store the table's store
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the view
     */
    static <K, V> TableView<K, V> of(TableStore<K, V> store) {
        return new TableView<>() {
            @Override
            public Set<String> stores() {
                return Set.of(store.name());
            }

            @Override
            public TableReader<K, V> open(ProcessorContext<?, ?> context) {
                return new StoreReader<>(StoreAccess.of(store.open(context)));
            }
        };
    }
}
