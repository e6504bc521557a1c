package org.stoatflow.streams.kstream;

/**
 * Does something for a record. Called by many lanes at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
@FunctionalInterface
public interface ForeachAction<K, V> {
    /**
     * Acts.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     */
    void apply(K key, V value);
}
