package org.stoatflow.streams.state;

/** Supplies versioned stores of bytes. */
public interface VersionedBytesStoreSupplier extends KeyValueBytesStoreSupplier {
    /**
     * For how long versions are kept, and how late a version may come.
     *
     * @return milliseconds of the store's time
     */
    long historyRetentionMs();
}
