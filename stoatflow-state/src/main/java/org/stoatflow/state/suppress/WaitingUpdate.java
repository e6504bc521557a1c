package org.stoatflow.state.suppress;

import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The newest update of a row, as bytes. Nobody changes them.
 *
 * @param timestamp the update's event time
 * @param headers the update's headers
 * @param place where the record came from that brought it
 * @param before the value before the first update that waits; null for none
 * @param oldValue the value before this update; null for none
 * @param newValue the value since this update; null for none
 */
record WaitingUpdate(
        long timestamp,
        Headers headers,
        UpdatePlace place,
        byte @Nullable [] before,
        byte @Nullable [] oldValue,
        byte @Nullable [] newValue) {
    /** The time by which updates are ordered, and what Kafka Streams counts for timestamp, offset and partition. */
    private static final int FIXED_BYTES = 3 * Long.BYTES + Integer.BYTES;

    /** How much the update takes, by Kafka Streams' estimate, which decides when a buffer is full. */
    long estimatedBytes(byte[] key) {
        long bytes = FIXED_BYTES
                + (long) key.length
                + place.topic().length()
                + length(before)
                + length(newValue)
                + (isOldBefore() ? 0 : length(oldValue));
        for (Header header : headers) {
            bytes += header.key().length() + length(header.value());
        }
        return bytes;
    }

    /** Whether this is the row's first update that waits, or the others have come back to the first one's old value. */
    boolean isOldBefore() {
        return Arrays.equals(before, oldValue);
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
