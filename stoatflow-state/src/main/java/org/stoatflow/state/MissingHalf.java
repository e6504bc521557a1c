package org.stoatflow.state;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a half that a serde of the user's does not have. As in Kafka Streams it fails where it is used, and not
 * where it is only there.
 */
public final class MissingHalf implements Serializer<Object>, Deserializer<Object> {
    private static final MissingHalf ONE = new MissingHalf();

    private MissingHalf() {}

    /**
     * A serializer that is there.
     *
     * @param given null where the serde has none
     * @param <T> what it takes
     * @return the same, or one that fails
     */
    @SuppressWarnings("unchecked") // it takes nothing
    public static <T> Serializer<T> orGiven(@Nullable Serializer<T> given) {
        return given == null ? (Serializer<T>) (Serializer<?>) ONE : given;
    }

    /**
     * A deserializer that is there.
     *
     * @param given null where the serde has none
     * @param <T> what it gives
     * @return the same, or one that fails
     */
    @SuppressWarnings("unchecked") // it gives nothing
    public static <T> Deserializer<T> orGiven(@Nullable Deserializer<T> given) {
        return given == null ? (Deserializer<T>) (Deserializer<?>) ONE : given;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}

    @Override
    public void close() {}

    @Override
    public byte[] serialize(String topic, Object data) {
        throw new NullPointerException("The serde for topic " + topic + " has no serializer");
    }

    @Override
    public Object deserialize(String topic, byte[] data) {
        throw new NullPointerException("The serde for topic " + topic + " has no deserializer");
    }
}
