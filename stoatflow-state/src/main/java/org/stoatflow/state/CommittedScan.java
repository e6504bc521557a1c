package org.stoatflow.state;

/**
 * A cursor over rows of one store partition as they were when it was made. Starts before the first row. One thread
 * reads it at a time; any may close it meanwhile. It holds native memory and files until it is closed or at its end, so
 * close it in a {@code finally}.
 */
public interface CommittedScan extends AutoCloseable {
    /**
     * Goes to the next row.
     *
     * @return whether there is one; after false the scan is closed
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the engine has been closed, or the scan before
     *     its end
     */
    boolean next();

    /**
     * The key of the row, as given to the store, without store and partition.
     *
     * @return the bytes, which nobody may change
     */
    byte[] key();

    /**
     * The stored value of the row.
     *
     * @return the bytes, which nobody may change
     */
    byte[] value();

    /** Releases what the scan holds. Does nothing the second time. */
    @Override
    void close();
}
