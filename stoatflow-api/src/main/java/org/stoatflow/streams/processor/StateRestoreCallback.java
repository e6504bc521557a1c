package org.stoatflow.streams.processor;

/** Puts one changelog record back into a store. Called by one thread at a time. */
public interface StateRestoreCallback {
    /**
     * Applies one changelog record.
     *
     * @param key the record's key
     * @param value the record's value; null deletes the key
     */
    void restore(byte[] key, byte[] value);
}
