package org.stoatflow.streams;

import java.util.Objects;

/**
 * A key and a value. Either may be null.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public class KeyValue<K, V> {
    /** The key. */
    public final K key;

    /** The value. */
    public final V value;

    /**
     * Creates a pair.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     */
    public KeyValue(K key, V value) {
        this.key = key;
        this.value = value;
    }

    /**
     * Creates a pair.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @return a new pair
     */
    public static <K, V> KeyValue<K, V> pair(K key, V value) {
        return new KeyValue<>(key, value);
    }

    @Override
    public String toString() {
        return "KeyValue(" + key + ", " + value + ")";
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof KeyValue<?, ?> other
                && Objects.equals(key, other.key)
                && Objects.equals(value, other.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, value);
    }
}
