package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Optional;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * Asks a window store for the windows of one key that begin within a range of times. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class WindowKeyQuery<K, V> implements Query<WindowStoreIterator<V>> {
    private final K key;
    private final Optional<Instant> timeFrom;
    private final Optional<Instant> timeTo;

    private WindowKeyQuery(K key, Instant timeFrom, Instant timeTo) {
        this.key = key;
        this.timeFrom = Optional.of(timeFrom);
        this.timeTo = Optional.of(timeTo);
    }

    /**
     * A query for windows of a key.
     *
     * @param key the key
     * @param timeFrom the earliest begin of a window
     * @param timeTo the latest begin of a window
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query
     */
    public static <K, V> WindowKeyQuery<K, V> withKeyAndWindowStartRange(K key, Instant timeFrom, Instant timeTo) {
        return new WindowKeyQuery<>(key, timeFrom, timeTo);
    }

    /**
     * The key.
     *
     * @return the key
     */
    public K getKey() {
        return key;
    }

    /**
     * The earliest begin of a window.
     *
     * @return the time
     */
    public Optional<Instant> getTimeFrom() {
        return timeFrom;
    }

    /**
     * The latest begin of a window.
     *
     * @return the time
     */
    public Optional<Instant> getTimeTo() {
        return timeTo;
    }

    @Override
    public String toString() {
        return "WindowKeyQuery{key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo + "}";
    }
}
