package org.stoatflow.stores;

/**
 * What one kind of stores is made with and others are not. A kind has a record here for settings of its own, such as
 * the size of windows and for how long they are kept.
 */
public sealed interface StoreSettings {
    /**
     * What the store is to its processors.
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
     * Of a key-value store.
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
