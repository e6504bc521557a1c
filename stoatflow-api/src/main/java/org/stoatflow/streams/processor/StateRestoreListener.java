package org.stoatflow.streams.processor;

import org.apache.kafka.common.TopicPartition;

/** Hears how the restore of stores goes. One instance serves all restoring threads, so it must be safe for them. */
public interface StateRestoreListener {
    /**
     * A store's restore starts.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param startingOffset the first offset to read
     * @param endingOffset the offset after the last one to read
     */
    void onRestoreStart(TopicPartition topicPartition, String storeName, long startingOffset, long endingOffset);

    /**
     * A batch has been restored.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param batchEndOffset the offset reached
     * @param numRestored how many records the batch had
     */
    void onBatchRestored(TopicPartition topicPartition, String storeName, long batchEndOffset, long numRestored);

    /**
     * A store's restore is complete.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param totalRestored how many records were restored
     */
    void onRestoreEnd(TopicPartition topicPartition, String storeName, long totalRestored);

    /**
     * A store's restore is broken off because the partition was taken away or the application stops. Does nothing by
     * default.
     *
     * @param topicPartition the changelog partition
     * @param storeName the store
     * @param totalRestored how many records were restored
     */
    default void onRestoreSuspended(TopicPartition topicPartition, String storeName, long totalRestored) {}
}
