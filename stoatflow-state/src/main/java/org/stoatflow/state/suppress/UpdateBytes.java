package org.stoatflow.state.suppress;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * How an update is written, in a row and in the changelog: version 3 of Kafka Streams' format. Numbers are big-endian,
 * and arrays begin with their length, or -1 for null.
 *
 * <p>Timestamp (8 bytes) ‖ offset (8) ‖ topic ‖ partition (4) ‖ number of headers (4) ‖ key and value of each ‖ the
 * value before ‖ the old value, or -2 where it is the one before ‖ the new value ‖ the time by which updates are
 * ordered (8).
 */
final class UpdateBytes {
    private static final int NULL = -1;
    private static final int SAME_AS_BEFORE = -2;

    private UpdateBytes() {}

    static byte[] write(long timeMs, WaitingUpdate update) {
        byte[] topic = utf8(update.place().topic());
        Header[] headers = update.headers().toArray();
        byte[][] names = new byte[headers.length][];
        int length = 3 * Long.BYTES + 6 * Integer.BYTES + topic.length;
        for (int i = 0; i < headers.length; i++) {
            names[i] = utf8(headers[i].key());
            length += 2 * Integer.BYTES + names[i].length + length(headers[i].value());
        }
        boolean oldIsBefore = update.oldValue() != null && update.isOldBefore();
        length += length(update.before()) + (oldIsBefore ? 0 : length(update.oldValue())) + length(update.newValue());
        ByteBuffer out = ByteBuffer.allocate(length)
                .putLong(update.timestamp())
                .putLong(update.place().offset());
        put(out, topic);
        out.putInt(update.place().partition()).putInt(headers.length);
        for (int i = 0; i < headers.length; i++) {
            put(out, names[i]);
            put(out, headers[i].value());
        }
        put(out, update.before());
        if (oldIsBefore) {
            out.putInt(SAME_AS_BEFORE);
        } else {
            put(out, update.oldValue());
        }
        put(out, update.newValue());
        return out.putLong(timeMs).array();
    }

    static WaitingUpdate read(byte[] written) {
        return read(ByteBuffer.wrap(written));
    }

    private static WaitingUpdate read(ByteBuffer in) {
        Origin origin = origin(in);
        byte[] before = array(in);
        int oldLength = in.getInt();
        byte[] oldValue = oldLength == SAME_AS_BEFORE ? before : array(in, oldLength);
        return origin.update(before, oldValue, array(in));
    }

    /**
     * The bytes, which anybody may have written to the changelog: they are read to their end, and no array is made.
     *
     * @throws IllegalArgumentException if they are no update
     */
    static byte[] checked(byte[] written) {
        try {
            ByteBuffer in = afterOrigin(written);
            requireTime(ByteBuffer.wrap(written).getLong());
            skip(in);
            int oldLength = in.getInt();
            if (oldLength != SAME_AS_BEFORE) {
                skip(in, oldLength);
            }
            skip(in);
            if (in.remaining() == Long.BYTES) {
                return written;
            }
        } catch (BufferUnderflowException cut) {
            throw new IllegalArgumentException("an update is cut, bytes=" + written.length, cut);
        }
        throw new IllegalArgumentException("an update has no time at its end, bytes=" + written.length);
    }

    /**
     * The time of a record that waits, which is forwarded with it.
     *
     * @throws IllegalArgumentException if it is negative, which no record can be forwarded with
     */
    static long requireTime(long timestamp) {
        if (timestamp < 0) {
            throw new IllegalArgumentException("a record that waits has timestamp " + timestamp);
        }
        return timestamp;
    }

    /** The time by which updates are ordered. */
    static long timeMs(byte[] written) {
        return ByteBuffer.wrap(written).getLong(written.length - Long.BYTES);
    }

    /** The value before the first update that waits. */
    static byte @Nullable [] before(byte[] written) {
        return array(afterOrigin(written));
    }

    private static ByteBuffer afterOrigin(byte[] written) {
        ByteBuffer in = ByteBuffer.wrap(written);
        in.getLong();
        in.getLong();
        skipText(in);
        in.getInt();
        for (int left = in.getInt(); left > 0; left--) {
            skipText(in);
            skip(in);
        }
        return in;
    }

    // ---- parts, which older versions have in another order

    /** Where an update came from, with its timestamp and headers. */
    record Origin(long timestamp, Headers headers, UpdatePlace place) {
        WaitingUpdate update(byte @Nullable [] before, byte @Nullable [] oldValue, byte @Nullable [] newValue) {
            return new WaitingUpdate(timestamp, headers, place, before, oldValue, newValue);
        }
    }

    static Origin origin(ByteBuffer in) {
        long timestamp = requireTime(in.getLong());
        long offset = in.getLong();
        String topic = text(in);
        int partition = in.getInt();
        int count = in.getInt();
        Headers headers = new RecordHeaders();
        for (int i = 0; i < count; i++) {
            headers.add(new RecordHeader(text(in), array(in)));
        }
        return new Origin(timestamp, headers, new UpdatePlace(topic, partition, offset));
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = array(in);
        if (bytes == null) {
            throw new IllegalArgumentException("a topic or a header has no name");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static byte @Nullable [] array(ByteBuffer in) {
        return array(in, in.getInt());
    }

    private static byte @Nullable [] array(ByteBuffer in, int length) {
        if (length == NULL) {
            return null;
        }
        requireRoom(in, length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static void skipText(ByteBuffer in) {
        int length = in.getInt();
        if (length == NULL) {
            throw new IllegalArgumentException("a topic or a header has no name");
        }
        skip(in, length);
    }

    private static void skip(ByteBuffer in) {
        skip(in, in.getInt());
    }

    private static void skip(ByteBuffer in, int length) {
        if (length != NULL) {
            requireRoom(in, length);
            in.position(in.position() + length);
        }
    }

    private static void requireRoom(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
    }

    private static void put(ByteBuffer out, byte @Nullable [] bytes) {
        if (bytes == null) {
            out.putInt(NULL);
        } else {
            out.putInt(bytes.length).put(bytes);
        }
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
