package org.stoatflow.streams.kstream;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/**
 * Reads keys in sessions as {@link SessionWindowedSerializer} writes them. Its own configuration is asked for when the
 * user gives no deserializer of the key within. As thread-safe as that one.
 *
 * @param <T> the type of the key within
 */
public class SessionWindowedDeserializer<T> implements Deserializer<Windowed<T>> {
    /** Configuration key: the class of the serde whose deserializer reads the key within. */
    public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

    private static final InnerSerde<Deserializer<?>> CONFIGURED =
            new InnerSerde<>("deserializer", WINDOWED_INNER_DESERIALIZER_CLASS, Serde::deserializer);

    private Deserializer<T> inner;

    /** Creates a deserializer that has to be configured. */
    public SessionWindowedDeserializer() {}

    /**
     * Creates a deserializer.
     *
     * @param inner reads the key within; null for the configured one
     */
    public SessionWindowedDeserializer(Deserializer<T> inner) {
        this.inner = inner;
    }

    /**
     * Takes the deserializer of the key within from {@link #WINDOWED_INNER_DESERIALIZER_CLASS}, or else from
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
        inner = (Deserializer<T>) CONFIGURED.choose(inner, configs);
    }

    @Override
    public Windowed<T> deserialize(String topic, byte[] data) {
        return deserialize(topic, new RecordHeaders(), data);
    }

    /**
     * Reads key and session.
     *
     * @param topic the topic
     * @param headers the record's headers, which the deserializer of the key within is given
     * @param data the bytes; may be null
     * @return key and session; null for no bytes
     * @throws NullPointerException if there is no deserializer of the key within
     */
    @Override
    public Windowed<T> deserialize(String topic, Headers headers, byte[] data) {
        WindowedSerdes.verifyInnerDeserializerNotNull(inner, this);
        if (data == null || data.length == 0) {
            return null;
        }
        T key = inner.deserialize(topic, headers, WindowedBytes.key(topic, data, WindowedBytes.sessionSuffix()));
        return new Windowed<>(key, WindowedBytes.session(topic, data));
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }

    Deserializer<T> innerDeserializer() {
        return inner;
    }
}
