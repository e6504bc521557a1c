package org.stoatflow.streams.state;

import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A value with its event time and headers. Immutable, as far as its headers are not changed.
 *
 * @param <V> the type of the value
 */
public final class ValueTimestampHeaders<V> {
    private final V value;
    private final long timestamp;
    private final Headers headers;

    private ValueTimestampHeaders(V value, long timestamp, Headers headers) {
        this.value = value;
        this.timestamp = timestamp;
        this.headers = headers == null ? new RecordHeaders() : headers;
    }

    /**
     * Joins a value, its timestamp and its headers.
     *
     * @param value the value; may be null
     * @param timestamp milliseconds since the epoch
     * @param headers the headers; null for none
     * @param <V> the type of the value
     * @return all of it, or null if the value is null
     */
    public static <V> ValueTimestampHeaders<V> make(V value, long timestamp, Headers headers) {
        return value == null ? null : new ValueTimestampHeaders<>(value, timestamp, headers);
    }

    /**
     * Joins a value, which may be null, its timestamp and its headers.
     *
     * @param value the value; may be null
     * @param timestamp milliseconds since the epoch
     * @param headers the headers; null for none
     * @param <V> the type of the value
     * @return all of it, never null
     */
    public static <V> ValueTimestampHeaders<V> makeAllowNullable(V value, long timestamp, Headers headers) {
        return new ValueTimestampHeaders<>(value, timestamp, headers);
    }

    /**
     * Takes the value out.
     *
     * @param valueTimestampHeaders may be null
     * @param <V> the type of the value
     * @return the value, or null if the argument is null
     */
    public static <V> V getValueOrNull(ValueTimestampHeaders<V> valueTimestampHeaders) {
        return valueTimestampHeaders == null ? null : valueTimestampHeaders.value;
    }

    /**
     * The value.
     *
     * @return the value; null only where {@link #makeAllowNullable} was given null
     */
    public V value() {
        return value;
    }

    /**
     * The event time.
     *
     * @return milliseconds since the epoch
     */
    public long timestamp() {
        return timestamp;
    }

    /**
     * The headers.
     *
     * @return the headers, not a copy; never null
     */
    public Headers headers() {
        return headers;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ValueTimestampHeaders<?> other
                && timestamp == other.timestamp
                && Objects.equals(value, other.value)
                && Arrays.equals(headers.toArray(), other.headers.toArray()); // of any class
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp, Arrays.hashCode(headers.toArray()));
    }

    @Override
    public String toString() {
        return "ValueTimestampHeaders{value=" + value + ", timestamp=" + timestamp + ", headers=" + headers + "}";
    }
}
