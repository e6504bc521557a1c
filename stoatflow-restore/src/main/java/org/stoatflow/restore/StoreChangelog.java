package org.stoatflow.restore;

import java.time.Duration;
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
 *     topic is not compacted, so that no tombstone goes before the records that it follows; 0 where it is not known, so
 *     that no time is taken to be short enough
 * @param format makes rows of records
 */
public record StoreChangelog(
        String store, int storeId, String topic, List<Integer> partitions, long deleteRetentionMs, StoreFormat format) {
    /** What is taken where a topic promises nothing, of readers that are reading: Kafka's default. */
    private static final long WHILE_READ_MS = Duration.ofDays(1).toMillis();

    public StoreChangelog {
        partitions = List.copyOf(partitions);
    }

    /**
     * How far a reader may be behind that has not paused. Where the topic promises nothing, the reader would else begin
     * again at each look.
     */
    long keptWhileReadMs() {
        return deleteRetentionMs == 0 ? WHILE_READ_MS : deleteRetentionMs;
    }
}
