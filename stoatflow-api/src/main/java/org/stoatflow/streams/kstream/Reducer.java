package org.stoatflow.streams.kstream;

/**
 * Joins two values into one. Called by many lanes at once, but for one key one call after the other.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface Reducer<V> {
    /**
     * Joins.
     *
     * @param value1 the result so far
     * @param value2 the next value
     * @return the new result; null deletes it
     */
    V apply(V value1, V value2);
}
