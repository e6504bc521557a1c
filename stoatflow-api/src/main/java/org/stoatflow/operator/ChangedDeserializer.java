package org.stoatflow.operator;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Reads what {@link ChangedSerializer} writes, and also the longer form, which Kafka Streams reads too: a byte before
 * the last one says whether the update is the latest of its key. Only versioned tables have a use for that byte.
 *
 * @param values reads values; null for the deserializer of the default serde, which {@link #orElse} puts there
 * @param <V> the type of values
 */
public record ChangedDeserializer<V>(@Nullable Deserializer<V> values) implements InnerDeserializer<Change<V>> {
    private static final int LONGER = 3; // marks of the longer form are greater by this

    @Override
    @SuppressWarnings("unchecked") // the configuration's types are the user's word
    public ChangedDeserializer<V> orElse(Deserializer<?> defaultValues) {
        return values == null ? new ChangedDeserializer<>((Deserializer<V>) defaultValues) : this;
    }

    @Override
    public Change<V> deserialize(String topic, byte[] data) {
        throw new UnsupportedOperationException("An update of a table is deserialized with headers");
    }

    @Override
    public Change<V> deserialize(String topic, Headers headers, byte[] data) {
        if (values == null) {
            throw new IllegalStateException("No deserializer of values is known: topic=" + topic);
        }
        ReceivedBytes bytes = new ReceivedBytes("An update of a table", topic, data);
        bytes.requireLength(1);
        byte mark = data[data.length - 1];
        boolean longer = mark >= LONGER;
        bytes.requireLength(longer ? 2 : 1);
        ByteBuffer from = bytes.upTo(data.length - (longer ? 2 : 1));
        return switch (longer ? mark - LONGER : mark) {
            case ChangedSerializer.ONLY_OLD -> change(topic, headers, null, bytes.rest(from));
            case ChangedSerializer.ONLY_NEW -> change(topic, headers, bytes.rest(from), null);
            case ChangedSerializer.BOTH -> {
                byte[] newer = bytes.next(from, bytes.shortNumber(from));
                yield change(topic, headers, newer, bytes.rest(from));
            }
            default ->
                throw new StreamsException("An update of a table ends with " + mark
                        + ", which is not known to say what there is: topic=" + topic);
        };
    }

    private Change<V> change(String topic, Headers headers, byte @Nullable [] newer, byte @Nullable [] older) {
        Deserializer<V> reader = values;
        if (reader == null) {
            throw new IllegalStateException("No deserializer of values is known: topic=" + topic);
        }
        return new Change<>(reader.deserialize(topic, headers, newer), reader.deserialize(topic, headers, older));
    }

    @Override
    public void close() {
        if (values != null) {
            values.close();
        }
    }
}
