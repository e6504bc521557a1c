package org.stoatflow.state;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the changelog records of one store partition, which it is given in the order of the log. It may
 * remember what it has seen, such as the time that the records have reached. Thread: one at a time.
 */
@FunctionalInterface
public interface RowRestorer {
    /**
     * Writes the rows of a record: one, several, or none where the record has expired.
     *
     * @param key the record's key
     * @param value the record's value, or null for a tombstone
     * @param timestamp the record's timestamp, in milliseconds since 1970
     * @param headers the record's headers
     * @param rows takes the rows, and shows those of the records before
     */
    void restore(byte[] key, byte @Nullable [] value, long timestamp, Headers headers, RestoredRows rows);
}
