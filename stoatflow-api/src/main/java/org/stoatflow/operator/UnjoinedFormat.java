package org.stoatflow.operator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of records that wait for a partner, which are Kafka Streams': the key is timestamp, side, key; the value is
 * a list of the values of that key, side and time, each behind its side.
 */
final class UnjoinedFormat<K, V1, V2> {
    private static final int SIDE = Long.BYTES;
    private static final int KEY = SIDE + 1;
    private static final int VARIABLE_SIZE = 1; // each element begins with its length
    private static final int COUNT = 1; // behind the strategy

    @SuppressWarnings("unchecked") // lists of what the inner serde reads
    private final Serde<List<byte[]>> lists =
            Serdes.ListSerde((Class<ArrayList<byte[]>>) (Class<?>) ArrayList.class, Serdes.ByteArray());

    private final String topic;
    private final Serde<K> keys;
    private final Serde<V1> left;
    private final Serde<V2> right;

    UnjoinedFormat(String topic, Serde<K> keys, Serde<V1> left, Serde<V2> right) {
        this.topic = topic;
        this.keys = keys;
        this.left = left;
        this.right = right;
    }

    Bytes row(K key, boolean isLeft, long timestamp, Headers headers) {
        byte[] bytes = keys.serializer().serialize(topic, headers, key);
        byte[] row = ByteBuffer.allocate(KEY + bytes.length)
                .putLong(timestamp)
                .put(side(isLeft))
                .put(bytes)
                .array();
        return Bytes.wrap(row);
    }

    long timestamp(Bytes row) {
        return ByteBuffer.wrap(checked(row)).getLong();
    }

    boolean isLeft(Bytes row) {
        return checked(row)[SIDE] == 1;
    }

    /** Rows are restored of changelogs as they are. */
    private byte[] checked(Bytes row) {
        ReceivedBytes bytes = new ReceivedBytes("The key of a record without a partner", topic, row.get());
        bytes.requireLength(KEY);
        return bytes.data();
    }

    K key(Bytes row, Headers headers) {
        byte[] bytes = checked(row);
        byte[] key = new byte[bytes.length - KEY];
        System.arraycopy(bytes, KEY, key, 0, key.length);
        return keys.deserializer().deserialize(topic, headers, key);
    }

    /** The list with one more value; null where the value serializes to nothing. */
    @SuppressWarnings("unchecked") // a side's values are of the side's type
    byte @Nullable [] add(byte @Nullable [] list, boolean isLeft, Object value, Headers headers) {
        byte[] plain = isLeft
                ? left.serializer().serialize(topic, headers, (V1) value)
                : right.serializer().serialize(topic, headers, (V2) value);
        if (plain == null) {
            return null;
        }
        byte[] sided = ByteBuffer.allocate(1 + plain.length)
                .put(side(isLeft))
                .put(plain)
                .array();
        return list == null ? list(List.of(sided)) : appended(list, sided);
    }

    /** In place of reading all values for one more, of which there may be very many. */
    private byte[] appended(byte[] list, byte[] value) {
        int count = count(received(list));
        return ByteBuffer.allocate(list.length + Integer.BYTES + value.length)
                .put(list)
                .putInt(COUNT, count + 1)
                .putInt(value.length)
                .put(value)
                .array();
    }

    byte[] list(List<byte[]> values) {
        return lists.serializer().serialize(topic, values);
    }

    /**
     * The values of a list. Kafka's own deserializer makes a list and arrays of whatever lengths it reads, before it
     * looks for what should be in them.
     */
    List<byte[]> values(byte[] list) {
        ReceivedBytes bytes = received(list);
        int count = count(bytes);
        ByteBuffer from = bytes.upTo(list.length);
        from.position(COUNT + Integer.BYTES);
        List<byte[]> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] value = bytes.next(from, bytes.number(from));
            if (value.length == 0) {
                throw bytes.refused("has a value that does not say of which side it is", null);
            }
            values.add(value);
        }
        return values;
    }

    private ReceivedBytes received(byte[] list) {
        return new ReceivedBytes("A list of records without a partner", topic, list);
    }

    private int count(ReceivedBytes list) {
        list.requireLength(1);
        ByteBuffer from = list.upTo(list.data().length);
        int strategy = from.get();
        int count = list.number(from);
        if (strategy != VARIABLE_SIZE || count < 0 || count > from.remaining() / Integer.BYTES) {
            throw list.refused("has no values, strategy=" + strategy + " count=" + count, null);
        }
        return count;
    }

    /** The left value, or null for one of the right side. */
    @Nullable
    V1 left(byte[] value, Headers headers) {
        return value[0] == 1 ? left.deserializer().deserialize(topic, headers, plain(value)) : null;
    }

    /** The right value, or null for one of the left side. */
    @Nullable
    V2 right(byte[] value, Headers headers) {
        return value[0] == 1 ? null : right.deserializer().deserialize(topic, headers, plain(value));
    }

    private static byte[] plain(byte[] value) {
        byte[] plain = new byte[value.length - 1];
        System.arraycopy(value, 1, plain, 0, plain.length);
        return plain;
    }

    private static byte side(boolean isLeft) {
        return (byte) (isLeft ? 1 : 0);
    }
}
