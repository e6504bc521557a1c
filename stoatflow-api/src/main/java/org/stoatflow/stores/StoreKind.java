package org.stoatflow.stores;

/** The kinds of state stores that processors see. */
public enum StoreKind {
    /** A {@link org.stoatflow.streams.state.KeyValueStore}. */
    KEY_VALUE,
    /** A {@link org.stoatflow.streams.state.TimestampedKeyValueStore}. */
    TIMESTAMPED_KEY_VALUE
}
