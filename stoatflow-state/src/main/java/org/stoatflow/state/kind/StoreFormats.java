package org.stoatflow.state.kind;

import org.stoatflow.state.keyvalue.KeyValueFormat;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;

/** The format of each kind of store. A new kind is named here, and nowhere else beside its format. */
public final class StoreFormats {
    private StoreFormats() {}

    /**
     * The format of a store.
     *
     * @param store the store, built in
     * @return its format
     */
    public static StoreFormat of(StoreDescription store) {
        return switch (store.kind()) {
            case KEY_VALUE -> KeyValueFormat.plain(store);
            case TIMESTAMPED_KEY_VALUE -> KeyValueFormat.timestamped(store);
        };
    }
}
