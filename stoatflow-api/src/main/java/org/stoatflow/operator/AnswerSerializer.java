package org.stoatflow.operator;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers of a foreign-key join as Kafka Streams does: a byte with version 0, whose highest bit says that there
 * is no hash; the hash; and the value, if there is one.
 *
 * @param values writes values; null for the serializer of the default serde, which {@link #orElse} puts there
 * @param <V> the type of values
 */
public record AnswerSerializer<V>(@Nullable Serializer<V> values) implements InnerSerializer<Answer<V>> {
    static final int NO_HASH = 0x80;
    private static final byte[] NO_VALUE = {};

    @Override
    @SuppressWarnings("unchecked") // the configuration's types are the user's word
    public AnswerSerializer<V> orElse(Serializer<?> defaultValues) {
        return values == null ? new AnswerSerializer<>((Serializer<V>) defaultValues) : this;
    }

    @Override
    public byte[] serialize(String topic, Answer<V> data) {
        throw new UnsupportedOperationException("An answer of a foreign-key join is serialized with headers");
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Answer<V> data) {
        byte[] value = bytes(topic, headers, data.value());
        ValueHash hash = data.hash();
        ByteBuffer answer = ByteBuffer.allocate(1 + (hash == null ? 0 : ValueHash.BYTES) + value.length);
        if (hash == null) {
            answer.put((byte) NO_HASH);
        } else {
            answer.put((byte) 0).putLong(hash.first()).putLong(hash.second());
        }
        return answer.put(value).array();
    }

    private byte[] bytes(String topic, Headers headers, @Nullable V value) {
        if (values == null) {
            throw new IllegalStateException("No serializer of values is known: topic=" + topic);
        }
        byte[] bytes = value == null ? null : values.serialize(topic, headers, value);
        return bytes == null ? NO_VALUE : bytes;
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
