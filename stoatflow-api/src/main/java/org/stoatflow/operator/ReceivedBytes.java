package org.stoatflow.operator;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.Varints;

/**
 * Bytes that came from a topic, which anybody may have written: whoever reads them takes no memory for a length that he
 * has not compared with what there is, and says of which topic they are where they are not what they should be.
 */
final class ReceivedBytes {
    private final String what;
    private final String topic;
    private final byte[] data;

    /**
     * @param what what is read, as a sentence begins
     * @param topic where it came from
     * @param data the bytes; null is refused
     */
    ReceivedBytes(String what, String topic, byte @Nullable [] data) {
        this.what = what;
        this.topic = topic;
        if (data == null) {
            throw new SerializationException(what + " has no bytes: topic=" + topic);
        }
        this.data = data;
    }

    byte[] data() {
        return data;
    }

    /** Refuses what is shorter. */
    void requireLength(int least) {
        if (data.length < least) {
            throw refused("has fewer bytes than " + least, null);
        }
    }

    /** The bytes up to an end, of which nothing is read yet. */
    ByteBuffer upTo(int end) {
        requireLength(end);
        return ByteBuffer.wrap(data, 0, end);
    }

    /** What is left. */
    byte[] rest(ByteBuffer from) {
        return next(from, from.remaining());
    }

    /** So many bytes. */
    byte[] next(ByteBuffer from, int length) {
        if (length < 0 || length > from.remaining()) {
            throw refused("has a part of " + length + " bytes where " + from.remaining() + " are left", null);
        }
        byte[] next = new byte[length];
        from.get(next);
        return next;
    }

    /** A length of four bytes, or a number that stands for none. */
    int number(ByteBuffer from) {
        if (from.remaining() < Integer.BYTES) {
            throw refused("ends within a number", null);
        }
        return from.getInt();
    }

    /** A length of as many bytes as it needs. */
    int shortNumber(ByteBuffer from) {
        try {
            return Varints.read(from);
        } catch (BufferUnderflowException | IllegalArgumentException noNumber) {
            throw refused("has no length where one should be", noNumber);
        }
    }

    SerializationException refused(String how, @Nullable Exception cause) {
        return new SerializationException(what + " " + how + ": bytes=" + data.length + " topic=" + topic, cause);
    }
}
