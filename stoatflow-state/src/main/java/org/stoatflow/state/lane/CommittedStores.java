package org.stoatflow.state.lane;

import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.CommittedRows;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/** Stores as they are committed, for readers that are not lanes. */
public final class CommittedStores {
    private CommittedStores() {}

    /**
     * The committed rows of a store partition, as the type that its processors have. Writing to it is an error. A store
     * that is wholly the user's is given as it is, as in Kafka Streams.
     *
     * @param committed the engine, in which the store is declared
     * @param store the store, of any kind
     * @param partition the virtual partition
     * @param defaults what the store uses where it was declared without serdes
     * @return a view for any threads, as far as its serdes are, and for as long as the engine is open
     */
    public static StateStore of(StateEngine committed, StoreDescription store, int partition, SerdeDefaults defaults) {
        if (store.isWhollyUsers()) {
            return committed.usersStore(committed.storeId(store.name()), partition);
        }
        StoreFormat format = StoreFormats.of(store);
        CommittedRows rows = new CommittedRows(store.name(), format.values(), committed);
        return format.view(new CommittedContext(partition), rows, defaults);
    }
}
