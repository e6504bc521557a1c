package org.stoatflow.state.store;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.CanonicalBytes;
import org.stoatflow.state.MissingHalf;
import org.stoatflow.state.OwnBytes;

/**
 * A store's serde of keys, or that of values. It gets copies where {@link OwnBytes} says so, and headers only if it may
 * look at them. Thread: the user's.
 *
 * @param <T> the type of keys or values
 */
final class SideSerde<T> {
    private final String topic;
    private final Serializer<T> serializer;
    private final Deserializer<T> deserializer;
    private final @Nullable Class<?> canonicalClass;
    private final boolean writesPlainly; // without a look at headers
    private final boolean readsPlainly;
    private final boolean copiesWritten;
    private final boolean copiesToRead;

    SideSerde(String topic, Serde<T> serde) {
        this.topic = topic;
        serializer = MissingHalf.orGiven(serde.serializer());
        deserializer = MissingHalf.orGiven(serde.deserializer());
        canonicalClass = CanonicalBytes.classOf(serializer);
        writesPlainly = OwnBytes.ignoresHeaders(serializer);
        readsPlainly = OwnBytes.ignoresHeaders(deserializer);
        copiesWritten = OwnBytes.mustCopy(serializer);
        copiesToRead = OwnBytes.mustCopy(deserializer);
    }

    Serializer<T> serializer() {
        return serializer;
    }

    /** Whether it makes canonical bytes of the object ({@link CanonicalBytes}). */
    boolean isCanonical(Object object) {
        return canonicalClass == object.getClass();
    }

    byte @Nullable [] write(T object, StoreContext context) {
        if (!writesPlainly) {
            return write(object, context.headers());
        }
        byte[] bytes = serializer.serialize(topic, object);
        return copiesWritten && bytes != null ? bytes.clone() : bytes;
    }

    /** With the headers of another record than that in process. */
    byte @Nullable [] write(T object, Headers headers) {
        byte[] bytes = serializer.serialize(topic, headers, object);
        return copiesWritten && bytes != null ? bytes.clone() : bytes;
    }

    T read(byte[] bytes, StoreContext context) {
        return readsPlainly ? deserializer.deserialize(topic, given(bytes)) : read(bytes, context.headers());
    }

    /** With the headers of another record than that in process. */
    T read(byte[] bytes, Headers headers) {
        return deserializer.deserialize(topic, headers, given(bytes));
    }

    private byte[] given(byte[] bytes) {
        return copiesToRead ? bytes.clone() : bytes;
    }
}
