package org.stoatflow.stores;

/**
 * The kind of a store: a record for each, with what stores of this kind are made with and others are not, such as the
 * size of windows and for how long they are kept.
 */
public sealed interface StoreSettings {
    /**
     * What the store is to its processors, in words.
     *
     * @return the kind, for texts that people read
     */
    String kind();

    /**
     * Whether the store's values have timestamps.
     *
     * @return whether processors put and get them
     */
    boolean timestamped();

    /**
     * A {@link org.stoatflow.streams.state.KeyValueStore}, or a {@link
     * org.stoatflow.streams.state.TimestampedKeyValueStore}.
     *
     * @param timestamped whether values have timestamps
     */
    record KeyValue(boolean timestamped) implements StoreSettings {
        @Override
        public String kind() {
            return timestamped ? "timestamped key value" : "key value";
        }
    }
}
