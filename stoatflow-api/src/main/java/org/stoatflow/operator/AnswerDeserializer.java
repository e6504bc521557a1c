package org.stoatflow.operator;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link AnswerSerializer} writes. A value of no bytes is read as none, as in Kafka Streams.
 *
 * @param values reads values; null for the deserializer of the default serde, which {@link #orElse} puts there
 * @param <V> the type of values
 */
public record AnswerDeserializer<V>(@Nullable Deserializer<V> values) implements InnerDeserializer<Answer<V>> {
    @Override
    @SuppressWarnings("unchecked") // the configuration's types are the user's word
    public AnswerDeserializer<V> orElse(Deserializer<?> defaultValues) {
        return values == null ? new AnswerDeserializer<>((Deserializer<V>) defaultValues) : this;
    }

    @Override
    public Answer<V> deserialize(String topic, byte[] data) {
        throw new UnsupportedOperationException("An answer of a foreign-key join is deserialized with headers");
    }

    @Override
    public Answer<V> deserialize(String topic, Headers headers, byte[] data) {
        if (values == null) {
            throw new IllegalStateException("No deserializer of values is known: topic=" + topic);
        }
        ReceivedBytes received = new ReceivedBytes("An answer of a foreign-key join", topic, data);
        received.requireLength(1);
        byte head = data[0];
        int version = head & ~AnswerSerializer.NO_HASH & 0xff;
        if (version != 0) {
            throw new UnsupportedVersionException(
                    "An answer was written by a newer library: version=" + version + " topic=" + topic);
        }
        boolean hashed = (head & AnswerSerializer.NO_HASH) == 0;
        received.requireLength(hashed ? 1 + ValueHash.BYTES : 1);
        ByteBuffer bytes = ByteBuffer.wrap(data, 1, data.length - 1);
        ValueHash hash = hashed ? new ValueHash(bytes.getLong(), bytes.getLong()) : null;
        V value = null;
        if (bytes.hasRemaining()) {
            value = values.deserialize(topic, headers, received.rest(bytes));
        }
        return new Answer<>(hash, value, Subscription.UNKNOWN);
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
