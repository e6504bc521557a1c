package org.stoatflow.streams.kstream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;

/**
 * The bytes of keys with windows. A time window is written by its start, so a reader has to know its size. Numbers are
 * big-endian.
 *
 * <pre>
 * time window                 key, start (8)
 * time window in a changelog  key, start (8), sequence (4)
 * session                     key, end (8), start (8)
 * </pre>
 */
final class WindowedBytes {
    private static final int SEQUENCE_BYTES = Integer.BYTES;

    private WindowedBytes() {}

    static byte[] ofTimeWindow(byte[] key, Window window) {
        return ByteBuffer.allocate(key.length + Long.BYTES)
                .put(key)
                .putLong(window.start())
                .array();
    }

    static byte[] ofSession(byte[] key, Window window) {
        return ByteBuffer.allocate(key.length + 2 * Long.BYTES)
                .put(key)
                .putLong(window.end())
                .putLong(window.start())
                .array();
    }

    /** How many bytes follow the key. */
    static int timeSuffix(boolean changelog) {
        return changelog ? Long.BYTES + SEQUENCE_BYTES : Long.BYTES;
    }

    /** How many bytes follow the key. */
    static int sessionSuffix() {
        return 2 * Long.BYTES;
    }

    /**
     * The key before the window.
     *
     * @throws SerializationException if there are fewer bytes than those of a window, as anybody may write to a topic
     */
    static byte[] key(String topic, byte[] data, int suffix) {
        if (data.length < suffix) {
            throw new SerializationException("A key with a window has fewer bytes than the " + suffix
                    + " of its window: bytes=" + data.length + " topic=" + topic);
        }
        return Arrays.copyOf(data, data.length - suffix);
    }

    /** The window; one that would end after the greatest time there is ends then. */
    static TimeWindow timeWindow(String topic, byte[] data, int suffix, long sizeMs) {
        long start = ByteBuffer.wrap(data).getLong(data.length - suffix);
        if (start < 0 || start == Long.MAX_VALUE) {
            throw new SerializationException("A key has a window that cannot be: start=" + start + " topic=" + topic);
        }
        long end = start + sizeMs;
        return new TimeWindow(start, end < 0 ? Long.MAX_VALUE : end);
    }

    static SessionWindow session(String topic, byte[] data) {
        ByteBuffer bytes = ByteBuffer.wrap(data);
        long end = bytes.getLong(data.length - 2 * Long.BYTES);
        long start = bytes.getLong(data.length - Long.BYTES);
        if (start < 0 || end < start) {
            throw new SerializationException(
                    "A key has a session that cannot be: start=" + start + " end=" + end + " topic=" + topic);
        }
        return new SessionWindow(start, end);
    }
}
