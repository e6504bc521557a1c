package org.stoatflow.stores;

/** What a state store is to its processors. */
public enum StoreKind {
    /** A {@link org.stoatflow.streams.state.KeyValueStore}. */
    KEY_VALUE,
    /** A {@link org.stoatflow.streams.state.TimestampedKeyValueStore}. */
    TIMESTAMPED_KEY_VALUE
}
