package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.VersionedKeyValueStore;

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

    /**
     * Writes a value, and says what became of it.
     *
     * @param key the key
     * @param value the plain value; null deletes
     * @param timestamp the value's timestamp, in milliseconds since the epoch
     * @return what {@link VersionedKeyValueStore#put} does; without versions, each value is the newest
     */
    default long update(K key, @Nullable V value, long timestamp) {
        writeValue(key, value, timestamp);
        return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
    }

    /**
     * Whether the store knows what a value was before.
     *
     * @return whether {@link #readValue(Object, long)} may be called
     */
    default boolean versioned() {
        return false;
    }

    /**
     * Reads what a value was.
     *
     * @param key the key
     * @param asOfMs the time
     * @return the plain value, or null if there was none
     */
    default @Nullable V readValue(K key, long asOfMs) {
        throw new UnsupportedOperationException("The store has no versions");
    }
}
