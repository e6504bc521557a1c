package org.stoatflow.operator;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.Varints;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Writes updates of a table as Kafka Streams has written them to repartition topics since 3.5: the values, and behind
 * them a byte that says which there are. With both, the length of the new one stands before it, as a varint.
 *
 * @param values writes values; null for the serializer of the default serde, which {@link #orElse} puts there
 * @param <V> the type of values
 */
public record ChangedSerializer<V>(@Nullable Serializer<V> values) implements InnerSerializer<Change<V>> {
    static final byte ONLY_OLD = 0;
    static final byte ONLY_NEW = 1;
    static final byte BOTH = 2;

    @Override
    @SuppressWarnings("unchecked") // the configuration's types are the user's word
    public ChangedSerializer<V> orElse(Serializer<?> defaultValues) {
        return values == null ? new ChangedSerializer<>((Serializer<V>) defaultValues) : this;
    }

    @Override
    public byte[] serialize(String topic, Change<V> data) {
        throw new UnsupportedOperationException("An update of a table is serialized with headers");
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Change<V> data) {
        byte[] newer = bytes(topic, headers, data.newValue());
        byte[] older = bytes(topic, headers, data.oldValue());
        if (newer != null && older != null) {
            int head = Varints.size(newer.length);
            ByteBuffer both = ByteBuffer.allocate(head + newer.length + older.length + 1);
            Varints.write(newer.length, both);
            both.put(newer).put(older).put(BOTH);
            return both.array();
        }
        if (newer != null) {
            return marked(newer, ONLY_NEW);
        }
        if (older != null) {
            return marked(older, ONLY_OLD);
        }
        throw new StreamsException("An update of a table has neither a new nor an old value: topic=" + topic);
    }

    private byte @Nullable [] bytes(String topic, Headers headers, @Nullable V value) {
        if (values == null) {
            throw new IllegalStateException("No serializer of values is known: topic=" + topic);
        }
        byte[] bytes = values.serialize(topic, headers, value);
        return value == null ? null : bytes;
    }

    private static byte[] marked(byte[] value, byte mark) {
        byte[] marked = Arrays.copyOf(value, value.length + 1);
        marked[value.length] = mark;
        return marked;
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
