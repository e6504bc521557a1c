package org.stoatflow.state.suppress;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The keys of records that wait, in a row and in the changelog, as Kafka Streams writes them: 0 (1 byte) ‖ timestamp
 * (8) ‖ the record's key ‖ sequence number (4), which tells records of one key and timestamp apart.
 */
final class WaitingKey {
    private static final byte TIME_FIRST = 0;
    private static final int BEFORE_KEY = Byte.BYTES + Long.BYTES;

    private WaitingKey() {}

    static byte[] of(long timestamp, byte[] key, int sequence) {
        return ByteBuffer.allocate(BEFORE_KEY + key.length + Integer.BYTES)
                .put(TIME_FIRST)
                .putLong(timestamp)
                .put(key)
                .putInt(sequence)
                .array();
    }

    /**
     * The key, which anybody may have written to the changelog.
     *
     * @throws IllegalArgumentException if it has no room for what stands around a record's key, or a negative timestamp
     */
    static byte[] checked(byte[] waitingKey) {
        if (waitingKey.length < BEFORE_KEY + Integer.BYTES || waitingKey[0] != TIME_FIRST) {
            throw new IllegalArgumentException("the key of a record that waits is none, bytes=" + waitingKey.length);
        }
        UpdateBytes.requireTime(timestamp(waitingKey));
        return waitingKey;
    }

    static long timestamp(byte[] waitingKey) {
        return ByteBuffer.wrap(waitingKey).getLong(Byte.BYTES);
    }

    static byte[] key(byte[] waitingKey) {
        return Arrays.copyOfRange(waitingKey, BEFORE_KEY, waitingKey.length - Integer.BYTES);
    }
}
