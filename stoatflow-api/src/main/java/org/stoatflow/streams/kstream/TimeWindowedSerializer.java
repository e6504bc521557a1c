package org.stoatflow.streams.kstream;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.kstream.internals.WindowedSerializer;

/**
 * Writes keys in time windows: the bytes of the key, and the start of the window in eight bytes, without its end. Its
 * own configuration is asked for when the user gives no serializer of the key within. As thread-safe as that one.
 *
 * @param <T> the type of the key within
 */
public class TimeWindowedSerializer<T> implements WindowedSerializer<T> {
    /** Configuration key: the class of the serde whose serializer writes the key within. */
    public static final String WINDOWED_INNER_SERIALIZER_CLASS = "windowed.inner.serializer.class";

    private static final InnerSerde<Serializer<?>> CONFIGURED =
            new InnerSerde<>("serializer", WINDOWED_INNER_SERIALIZER_CLASS, Serde::serializer);

    private Serializer<T> inner;

    /** Creates a serializer that has to be configured. */
    public TimeWindowedSerializer() {}

    /**
     * Creates a serializer.
     *
     * @param inner writes the key within; null for the configured one
     */
    public TimeWindowedSerializer(Serializer<T> inner) {
        this.inner = inner;
    }

    /**
     * Takes the serializer of the key within from {@link #WINDOWED_INNER_SERIALIZER_CLASS}, or else from
     * {@code windowed.inner.class.serde}, which is deprecated. It is not configured itself.
     *
     * @param configs the configuration
     * @param isKey not looked at
     * @throws IllegalArgumentException if there is none, or one of another class than was given
     * @throws ConfigException if there is no such class
     */
    @Override
    @SuppressWarnings("unchecked")
    public void configure(Map<String, ?> configs, boolean isKey) {
        inner = (Serializer<T>) CONFIGURED.choose(inner, configs);
    }

    @Override
    public byte[] serialize(String topic, Windowed<T> data) {
        return serialize(topic, new RecordHeaders(), data);
    }

    /**
     * Writes key and window.
     *
     * @param topic the topic
     * @param headers the record's headers, which the serializer of the key within is given
     * @param data key and window; may be null
     * @return the bytes; null for null
     * @throws NullPointerException if there is no serializer of the key within, or it gives no bytes
     */
    @Override
    public byte[] serialize(String topic, Headers headers, Windowed<T> data) {
        WindowedSerdes.verifyInnerSerializerNotNull(inner, this);
        return data == null
                ? null
                : WindowedBytes.ofTimeWindow(inner.serialize(topic, headers, data.key()), data.window());
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }

    @Override
    public byte[] serializeBaseKey(String topic, Windowed<T> data) {
        return serializeBaseKey(topic, new RecordHeaders(), data);
    }

    @Override
    public byte[] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
        WindowedSerdes.verifyInnerSerializerNotNull(inner, this);
        return inner.serialize(topic, headers, data.key());
    }

    Serializer<T> innerSerializer() {
        return inner;
    }
}
