package org.stoatflow.streams.kstream;

/**
 * Tells whether a condition holds for a record. Called by many lanes at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
@FunctionalInterface
public interface Predicate<K, V> {
    /**
     * Tests.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @return whether the condition holds
     */
    boolean test(K key, V value);
}
