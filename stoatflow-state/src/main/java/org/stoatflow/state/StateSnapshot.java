package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/**
 * The committed rows of one store as they were when it was made, for reads that belong together, until any thread
 * closes it. It holds native memory and files until then, so close it in a {@code finally}.
 */
public interface StateSnapshot extends AutoCloseable {
    /**
     * Reads a row.
     *
     * @param partition the virtual partition
     * @param key the key's bytes
     * @return the stored bytes, which nobody may change, or null
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the engine has been closed
     */
    byte @Nullable [] get(int partition, byte[] key);

    /**
     * Scans rows, as {@link StateEngine#scan} does.
     *
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @param forward true for ascending order, false for descending
     * @return the scan, to be closed; it may outlive the snapshot
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if the engine has been closed
     */
    CommittedScan scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward);

    /** Releases what the snapshot holds. Does nothing the second time. */
    @Override
    void close();
}
