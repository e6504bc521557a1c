package org.stoatflow.streams.state;

import java.nio.ByteBuffer;

/**
 * Marks stores of bytes whose values have headers in front: the size of the headers as a varint, the headers, and then
 * the value, which in timestamped stores begins with its timestamp.
 */
public interface HeadersBytesStore {
    /**
     * Puts empty headers in front of a value.
     *
     * @param value a value without headers, with its timestamp where it has one; null for no value
     * @return a new array; null for no value
     */
    static byte[] convertToHeaderFormat(byte[] value) {
        if (value == null) {
            return null;
        }
        return ByteBuffer.allocate(1 + value.length).put((byte) 0).put(value).array();
    }

    /**
     * Puts empty headers and an unknown timestamp in front of a value.
     *
     * @param value a value without headers and timestamp; null for no value
     * @return a new array; null for no value
     */
    static byte[] convertFromPlainToHeaderFormat(byte[] value) {
        return convertToHeaderFormat(TimestampedBytesStore.convertToTimestampedFormat(value));
    }
}
