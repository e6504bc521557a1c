package org.stoatflow.streams.state;

import java.nio.ByteBuffer;

/** Marks stores of bytes whose values begin with their timestamp: eight bytes, the greatest first. */
public interface TimestampedBytesStore {
    /**
     * Puts an unknown timestamp, -1, in front of a value.
     *
     * @param plainValue a value without timestamp; null for no value
     * @return a new array; null for no value
     */
    static byte[] convertToTimestampedFormat(byte[] plainValue) {
        if (plainValue == null) {
            return null;
        }
        return ByteBuffer.allocate(Long.BYTES + plainValue.length)
                .putLong(-1)
                .put(plainValue)
                .array();
    }
}
