package org.stoatflow.state;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * Takes the changelog records of a lane's epoch, see {@link org.stoatflow.state.lane.LaneState#seal}. Called on the
 * lane's thread.
 */
@FunctionalInterface
public interface ChangelogCollector {
    /** The producer takes the time at which it sends the record. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /**
     * Takes one changelog record. Neither array may be changed by anyone.
     *
     * @param storeId the store, see {@link StateEngine#storeId}
     * @param partition the virtual partition, which is the changelog's partition
     * @param key the record's key
     * @param value the record's value as Kafka Streams writes it (without a timestamp), or null for a tombstone
     * @param timestamp the record's timestamp, in milliseconds since 1970, or {@link #NO_TIMESTAMP}
     * @param headers the record's headers, shared; null for none
     */
    void append(
            int storeId,
            int partition,
            byte[] key,
            byte @Nullable [] value,
            long timestamp,
            @Nullable CopyOnWriteHeaders headers);
}
