package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/**
 * Access to values and their timestamps without an object for both. The engine's timestamped key-value stores implement
 * it. Called in the lane.
 *
 * @param <K> the type of keys
 * @param <V> the type of plain values
 */
public interface TimestampedAccess<K, V> {
    /**
     * Reads a value, as {@code get} does.
     *
     * @param key the key
     * @return the plain value, or null if there is none
     */
    @Nullable
    V readValue(K key);

    /**
     * The timestamp of the value that was read last.
     *
     * @return milliseconds since the epoch; without meaning where no value was found
     */
    long readTimestamp();

    /**
     * Writes a value, as {@code put} does.
     *
     * @param key the key
     * @param value the plain value; null deletes
     * @param timestamp the value's timestamp, in milliseconds since the epoch
     */
    void writeValue(K key, @Nullable V value, long timestamp);
}
