package org.stoatflow.streams.state;

import java.util.Objects;

/**
 * A value with its event time. Immutable.
 *
 * @param <V> the type of the value
 */
public final class ValueAndTimestamp<V> {
    private final V value;
    private final long timestamp;

    private ValueAndTimestamp(V value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
    }

    /**
     * Joins a value and its timestamp.
     *
     * @param value the value; may be null
     * @param timestamp milliseconds since the epoch
     * @param <V> the type of the value
     * @return both, or null if the value is null
     */
    public static <V> ValueAndTimestamp<V> make(V value, long timestamp) {
        return value == null ? null : new ValueAndTimestamp<>(value, timestamp);
    }

    /**
     * Joins a value, which may be null, and its timestamp.
     *
     * @param value the value; may be null
     * @param timestamp milliseconds since the epoch
     * @param <V> the type of the value
     * @return both, never null
     */
    public static <V> ValueAndTimestamp<V> makeAllowNullable(V value, long timestamp) {
        return new ValueAndTimestamp<>(value, timestamp);
    }

    /**
     * Takes the value out.
     *
     * @param valueAndTimestamp may be null
     * @param <V> the type of the value
     * @return the value, or null if the argument is null
     */
    public static <V> V getValueOrNull(ValueAndTimestamp<V> valueAndTimestamp) {
        return valueAndTimestamp == null ? null : valueAndTimestamp.value;
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

    @Override
    public String toString() {
        return "<" + value + "," + timestamp + ">";
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ValueAndTimestamp<?> other
                && timestamp == other.timestamp
                && Objects.equals(value, other.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(value, timestamp);
    }
}
