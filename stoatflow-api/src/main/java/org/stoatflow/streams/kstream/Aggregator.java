package org.stoatflow.streams.kstream;

/**
 * Adds a record to an aggregate. Called by many lanes at once, but for one key one call after the other.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VAgg> the type of the aggregate
 */
@FunctionalInterface
public interface Aggregator<K, V, VAgg> {
    /**
     * Adds.
     *
     * @param key the key
     * @param value the value
     * @param aggregate the aggregate so far
     * @return the new aggregate; null deletes it
     */
    VAgg apply(K key, V value, VAgg aggregate);
}
