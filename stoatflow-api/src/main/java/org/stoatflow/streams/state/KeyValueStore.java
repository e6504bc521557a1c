package org.stoatflow.streams.state;

import java.util.List;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;

/**
 * A store of values by key. Keys cannot be null; a null value is no value. Used by one thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KeyValueStore<K, V> extends StateStore, ReadOnlyKeyValueStore<K, V> {
    /**
     * Sets a value.
     *
     * @param key the key
     * @param value the value; null deletes the key
     * @throws NullPointerException if the key is null
     */
    void put(K key, V value);

    /**
     * Sets a value unless there is one.
     *
     * @param key the key
     * @param value the value; null does nothing
     * @return the value that was there, or null
     * @throws NullPointerException if the key is null
     */
    V putIfAbsent(K key, V value);

    /**
     * Sets several values.
     *
     * @param entries the entries, of which none has a null key
     * @throws NullPointerException if a key is null
     */
    void putAll(List<KeyValue<K, V>> entries);

    /**
     * Removes a value.
     *
     * @param key the key
     * @return the value that was there, or null
     * @throws NullPointerException if the key is null
     */
    V delete(K key);
}
