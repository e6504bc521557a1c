package org.stoatflow.restore;

import org.stoatflow.state.store.StoreFormat;

/**
 * A logged store and the topic that it is restored from: its changelog, or the source topic of an optimised table.
 *
 * @param store the store's name
 * @param storeId the store's number, see {@link org.stoatflow.state.StateEngine#storeId}
 * @param topic the topic
 * @param partitions how many partitions of it belong to the store, from 0 on
 * @param deleteRetentionMs the topic's {@code delete.retention.ms}, in milliseconds
 * @param format makes rows of records
 */
public record StoreChangelog(
        String store, int storeId, String topic, int partitions, long deleteRetentionMs, StoreFormat format) {}
