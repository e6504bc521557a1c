package org.stoatflow.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.Varints;

/**
 * Headers in front of a value, as in Kafka Streams: their size as a varint, and where it is not zero their number, and
 * for each its key and its value, each behind its length. A null value has the length -1.
 */
public final class HeaderBytes {
    private HeaderBytes() {}

    /**
     * Puts headers in front of a value.
     *
     * @param headers the headers
     * @param plain the plain value
     * @return a new array
     */
    public static byte[] before(Headers headers, byte[] plain) {
        Header[] content = headers.toArray();
        if (content.length == 0) {
            return noneBefore(plain);
        }
        byte[][] keys = new byte[content.length][];
        int size = Varints.size(content.length);
        for (int i = 0; i < content.length; i++) {
            keys[i] = content[i].key().getBytes(StandardCharsets.UTF_8);
            size += sized(keys[i]) + sized(content[i].value());
        }
        ByteBuffer bytes = ByteBuffer.allocate(Varints.size(size) + size + plain.length);
        Varints.write(size, bytes);
        Varints.write(content.length, bytes);
        for (int i = 0; i < content.length; i++) {
            write(bytes, keys[i]);
            write(bytes, content[i].value());
        }
        return bytes.put(plain).array();
    }

    /**
     * Puts empty headers in front of a value.
     *
     * @param plain the plain value
     * @return a new array
     */
    public static byte[] noneBefore(byte[] plain) {
        byte[] bytes = new byte[1 + plain.length];
        System.arraycopy(plain, 0, bytes, 1, plain.length);
        return bytes;
    }

    /**
     * How many bytes headers take in a record, without the length in front of them.
     *
     * @param headers the headers
     * @return their bytes
     */
    public static int size(Headers headers) {
        int size = 0;
        for (Header header : headers) {
            int key = Utils.utf8Length(header.key());
            size += Varints.size(key) + key + sized(header.value());
        }
        return size;
    }

    private static int sized(byte @Nullable [] part) {
        return part == null ? Varints.size(-1) : Varints.size(part.length) + part.length;
    }

    private static void write(ByteBuffer bytes, byte @Nullable [] part) {
        if (part == null) {
            Varints.write(-1, bytes);
        } else {
            Varints.write(part.length, bytes);
            bytes.put(part);
        }
    }

    /**
     * The headers in front of a value.
     *
     * @param bytes headers and value
     * @return new headers, which the caller may write
     * @throws SerializationException if the bytes are no headers and value
     */
    public static RecordHeaders headers(byte[] bytes) {
        RecordHeaders headers = new RecordHeaders();
        if (bytes.length > 0 && bytes[0] == 0) {
            return headers;
        }
        try {
            int end = valueAt(bytes);
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, end);
            Varints.read(rest);
            int count = Varints.read(rest);
            for (int i = 0; i < count; i++) {
                byte[] key = read(rest);
                if (key == null) {
                    throw new SerializationException("A header of a row has no key");
                }
                headers.add(new String(key, StandardCharsets.UTF_8), read(rest));
            }
        } catch (BufferUnderflowException | IllegalArgumentException failure) { // the latter of a number
            throw new SerializationException("The headers of a row go beyond its end, bytes=" + bytes.length, failure);
        }
        return headers;
    }

    private static byte @Nullable [] read(ByteBuffer rest) {
        int length = Varints.read(rest);
        if (length < 0) {
            return null;
        }
        if (length > rest.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] part = new byte[length];
        rest.get(part);
        return part;
    }

    /**
     * The value behind its headers.
     *
     * @param bytes headers and value
     * @return the plain value, a new array
     * @throws SerializationException if the bytes are no headers and value
     */
    public static byte[] plain(byte[] bytes) {
        return Arrays.copyOfRange(bytes, valueAt(bytes), bytes.length);
    }

    private static int valueAt(byte[] bytes) {
        if (bytes.length > 0 && bytes[0] == 0) {
            return 1;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        int size;
        try {
            size = Varints.read(rest);
        } catch (BufferUnderflowException | IllegalArgumentException failure) { // the latter of a number
            throw new SerializationException("A row has no size of its headers, bytes=" + bytes.length, failure);
        }
        if (size < 0 || size > rest.remaining()) {
            throw new SerializationException(
                    "The headers of a row go beyond its end, size=" + size + " bytes=" + bytes.length);
        }
        return rest.position() + size;
    }

    /**
     * The value with empty headers in front of it.
     *
     * @param bytes headers and value
     * @return the same bytes where their headers are empty, else a new array
     */
    public static byte[] emptied(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == 0 ? bytes : noneBefore(plain(bytes));
    }
}
