package org.stoatflow.state;

/**
 * What is written to a state. Several threads may write different store partitions (restore), one at a time the same
 * one.
 */
public interface StateWrites {
    /**
     * Writes a batch: all of it or nothing, also when the process is killed on the way. Of a batch that is
     * {@linkplain StateBatch#load loaded} some rows may be there without the positions.
     *
     * @param batch the batch, which is used up
     */
    void apply(StateBatch batch);

    /**
     * Whether rows of a store may be {@linkplain StateBatch#load loaded}, which costs less where they are many. What is
     * not loaded is written as any batch.
     *
     * @param storeId the store
     * @return false where batches are kept in memory, or given to a store of the user's
     */
    boolean loadsFiles(int storeId);

    /**
     * Removes all rows and the changelog position of a store partition, as one atomic write.
     *
     * @param storeId the store
     * @param partition the virtual partition
     */
    void wipe(int storeId, int partition);
}
