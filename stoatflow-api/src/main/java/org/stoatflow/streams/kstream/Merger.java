package org.stoatflow.streams.kstream;

/**
 * Makes one aggregate of those of two sessions that a record has joined. Called by many lanes at once.
 *
 * @param <K> the type of the key
 * @param <V> the type of the aggregate
 */
@FunctionalInterface
public interface Merger<K, V> {
    /**
     * Merges.
     *
     * @param aggKey the sessions' key, which must not be changed
     * @param aggOne the aggregate of the sessions so far
     * @param aggTwo the aggregate of the session that is added
     * @return the aggregate of both
     */
    V apply(K aggKey, V aggOne, V aggTwo);
}
