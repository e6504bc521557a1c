package org.stoatflow.streams.kstream;

/**
 * Makes something of a key and a value. Called by many lanes at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface KeyValueMapper<K, V, VR> {
    /**
     * Maps.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @return the result
     */
    VR apply(K key, V value);
}
