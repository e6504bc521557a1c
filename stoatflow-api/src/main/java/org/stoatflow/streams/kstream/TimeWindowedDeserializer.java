package org.stoatflow.streams.kstream;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/**
 * Reads keys in time windows as {@link TimeWindowedSerializer} writes them, or as they are in the changelog of a window
 * store. The bytes have the start of a window alone, so the size is given or configured. Its own configuration is asked
 * for when the user gives no deserializer of the key within. As thread-safe as that one.
 *
 * @param <T> the type of the key within
 */
public class TimeWindowedDeserializer<T> implements Deserializer<Windowed<T>> {
    /** Configuration key: the size of the windows, in milliseconds, as a number or a text. No default. */
    public static final String WINDOW_SIZE_MS_CONFIG = "window.size.ms";

    /** Configuration key: the class of the serde whose deserializer reads the key within. */
    public static final String WINDOWED_INNER_DESERIALIZER_CLASS = "windowed.inner.deserializer.class";

    private static final InnerSerde<Deserializer<?>> CONFIGURED =
            new InnerSerde<>("deserializer", WINDOWED_INNER_DESERIALIZER_CLASS, Serde::deserializer);

    private Long windowSize;
    private boolean isChangelogTopic;
    private Deserializer<T> inner;

    /** Creates a deserializer that has to be configured. */
    public TimeWindowedDeserializer() {}

    /**
     * Creates a deserializer.
     *
     * @param inner reads the key within; null for the configured one
     * @param windowSize how long a window is, in milliseconds; null for the configured size
     */
    public TimeWindowedDeserializer(Deserializer<T> inner, Long windowSize) {
        this.inner = inner;
        this.windowSize = windowSize;
    }

    /**
     * How long a window is.
     *
     * @return milliseconds; null if it is neither given nor configured
     */
    public Long getWindowSize() {
        return windowSize;
    }

    /**
     * Takes the size of windows from {@link #WINDOW_SIZE_MS_CONFIG}, and the deserializer of the key within from
     * {@link #WINDOWED_INNER_DESERIALIZER_CLASS}, or else from {@code windowed.inner.class.serde}, which is deprecated.
     * It is not configured itself.
     *
     * @param configs the configuration
     * @param isKey not looked at
     * @throws IllegalArgumentException if there is no size or one that was also given, or if there is no inner
     *     deserializer, or one of another class than was given
     * @throws ConfigException if there is no such class
     */
    @Override
    @SuppressWarnings("unchecked")
    public void configure(Map<String, ?> configs, boolean isKey) {
        windowSize = chosenSize(configs.get(WINDOW_SIZE_MS_CONFIG));
        inner = (Deserializer<T>) CONFIGURED.choose(inner, configs);
    }

    private Long chosenSize(Object value) {
        Long configured = value instanceof String text ? Long.valueOf(text) : (Long) value;
        if (windowSize != null && configured != null) {
            throw new IllegalArgumentException("Window size should not be set in both the time windowed deserializer"
                    + " constructor and the window.size.ms config");
        }
        if (windowSize == null && configured == null) {
            throw new IllegalArgumentException("Window size needs to be set either through the time windowed"
                    + " deserializer constructor or the window.size.ms config but not both");
        }
        return windowSize == null ? configured : windowSize;
    }

    @Override
    public Windowed<T> deserialize(String topic, byte[] data) {
        return deserialize(topic, new RecordHeaders(), data);
    }

    /**
     * Reads key and window. A window that would end after the greatest time there is ends then.
     *
     * @param topic the topic
     * @param headers the record's headers, which the deserializer of the key within is given
     * @param data the bytes; may be null
     * @return key and window; null for no bytes
     * @throws NullPointerException if there is no deserializer of the key within, or no size
     */
    @Override
    public Windowed<T> deserialize(String topic, Headers headers, byte[] data) {
        WindowedSerdes.verifyInnerDeserializerNotNull(inner, this);
        if (data == null || data.length == 0) {
            return null;
        }
        long sizeMs = windowSize;
        int suffix = WindowedBytes.timeSuffix(isChangelogTopic);
        T key = inner.deserialize(topic, headers, WindowedBytes.key(topic, data, suffix));
        return new Windowed<>(key, WindowedBytes.timeWindow(topic, data, suffix, sizeMs));
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }

    /**
     * Whether the topic that is read is the changelog of a window store, whose keys have a sequence number behind the
     * start. Before the first record.
     *
     * @param isChangelogTopic whether it is
     */
    public void setIsChangelogTopic(boolean isChangelogTopic) {
        this.isChangelogTopic = isChangelogTopic;
    }

    Deserializer<T> innerDeserializer() {
        return inner;
    }
}
