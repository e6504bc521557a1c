package org.stoatflow.restore;

import java.util.List;
import org.stoatflow.state.store.StoreFormat;

/**
 * A logged store and the topic that it is restored from: its changelog, or the source topic of an optimised table.
 *
 * @param store the store's name
 * @param storeId the store's number, see {@link org.stoatflow.state.StateEngine#storeId}
 * @param topic the topic
 * @param partitions those of its partitions that are restored here, in ascending order
 * @param deleteRetentionMs the topic's {@code delete.retention.ms}, in milliseconds; {@link Long#MAX_VALUE} where the
 *     topic is not compacted, so that no tombstone goes before the records that it follows
 * @param format makes rows of records
 */
public record StoreChangelog(
        String store, int storeId, String topic, List<Integer> partitions, long deleteRetentionMs, StoreFormat format) {
    public StoreChangelog {
        partitions = List.copyOf(partitions);
    }
}
