package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Optional;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Asks a session store for the sessions of one key, or a window store for the windows of all keys that begin within a
 * range of times. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class WindowRangeQuery<K, V> implements Query<KeyValueIterator<Windowed<K>, V>> {
    private final Optional<K> key;
    private final Optional<Instant> timeFrom;
    private final Optional<Instant> timeTo;

    private WindowRangeQuery(Optional<K> key, Optional<Instant> timeFrom, Optional<Instant> timeTo) {
        this.key = key;
        this.timeFrom = timeFrom;
        this.timeTo = timeTo;
    }

    /**
     * A query for the sessions of a key.
     *
     * @param key the key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query
     */
    public static <K, V> WindowRangeQuery<K, V> withKey(K key) {
        return new WindowRangeQuery<>(Optional.of(key), Optional.empty(), Optional.empty());
    }

    /**
     * A query for windows of all keys.
     *
     * @param timeFrom the earliest begin of a window
     * @param timeTo the latest begin of a window
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query
     */
    public static <K, V> WindowRangeQuery<K, V> withWindowStartRange(Instant timeFrom, Instant timeTo) {
        return new WindowRangeQuery<>(Optional.empty(), Optional.of(timeFrom), Optional.of(timeTo));
    }

    /**
     * The key.
     *
     * @return the key; empty for all keys
     */
    public Optional<K> getKey() {
        return key;
    }

    /**
     * The earliest begin of a window.
     *
     * @return the time; empty for a query of one key
     */
    public Optional<Instant> getTimeFrom() {
        return timeFrom;
    }

    /**
     * The latest begin of a window.
     *
     * @return the time; empty for a query of one key
     */
    public Optional<Instant> getTimeTo() {
        return timeTo;
    }

    @Override
    public String toString() {
        return "WindowRangeQuery{key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo + "}";
    }
}
