package org.stoatflow.streams.processor;

import org.apache.kafka.common.TopicPartition;

/**
 * Hears how copies of stores are kept up to date on an instance that does not own them. One instance serves all
 * threads, so it must be safe for them.
 */
public interface StandbyUpdateListener {
    /** Why a copy is no longer kept up to date. */
    enum SuspendReason {
        /** The copy was taken away from this instance. */
        MIGRATED,
        /** The copy became the store that is worked with. */
        PROMOTED
    }

    /**
     * A copy is about to be kept up to date.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param startingOffset the first offset to read
     */
    void onUpdateStart(TopicPartition topicPartition, String storeName, long startingOffset);

    /**
     * A batch of changelog records has been applied to the copy.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param taskId the task that the store belongs to
     * @param batchEndOffset the last offset of the batch
     * @param batchSize how many records the batch had
     * @param currentEndOffset the end of the changelog partition as it is known
     */
    void onBatchLoaded(
            TopicPartition topicPartition,
            String storeName,
            TaskId taskId,
            long batchEndOffset,
            long batchSize,
            long currentEndOffset);

    /**
     * A copy is no longer kept up to date.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param storeOffset the offset up to which the copy has been brought
     * @param currentEndOffset the end of the changelog partition as it is known
     * @param reason why
     */
    void onUpdateSuspended(
            TopicPartition topicPartition,
            String storeName,
            long storeOffset,
            long currentEndOffset,
            SuspendReason reason);
}
