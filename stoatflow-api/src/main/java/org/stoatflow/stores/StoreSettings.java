package org.stoatflow.stores;

/**
 * The settings that stores of one kind have and others have not. Each kind has a record here for its own settings, such
 * as the size of windows and for how long they are kept.
 */
public sealed interface StoreSettings {
    /**
     * The kind of store that processors see.
     *
     * @return the kind
     */
    StoreKind kind();

    /**
     * Whether the store's values have timestamps.
     *
     * @return whether processors put and get them
     */
    boolean timestamped();

    /**
     * The settings of a key-value store.
     *
     * @param timestamped whether values have timestamps
     */
    record KeyValue(boolean timestamped) implements StoreSettings {
        @Override
        public StoreKind kind() {
            return timestamped ? StoreKind.TIMESTAMPED_KEY_VALUE : StoreKind.KEY_VALUE;
        }
    }
}
