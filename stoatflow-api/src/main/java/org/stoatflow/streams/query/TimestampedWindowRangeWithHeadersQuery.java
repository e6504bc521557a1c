package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Optional;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.ReadOnlyRecordIterator;

/**
 * Asks a session store that keeps headers for the sessions of one key, or a window store that keeps headers for the
 * windows of all keys that begin within a
 * range of times. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TimestampedWindowRangeWithHeadersQuery<K, V>
        implements Query<ReadOnlyRecordIterator<Windowed<K>, V>> {
    private final Optional<K> key;
    private final Optional<Instant> timeFrom;
    private final Optional<Instant> timeTo;

    private TimestampedWindowRangeWithHeadersQuery(
            Optional<K> key, Optional<Instant> timeFrom, Optional<Instant> timeTo) {
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
    public static <K, V> TimestampedWindowRangeWithHeadersQuery<K, V> withKey(K key) {
        return new TimestampedWindowRangeWithHeadersQuery<>(Optional.of(key), Optional.empty(), Optional.empty());
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
    public static <K, V> TimestampedWindowRangeWithHeadersQuery<K, V> withWindowStartRange(
            Instant timeFrom, Instant timeTo) {
        return new TimestampedWindowRangeWithHeadersQuery<>(
                Optional.empty(), Optional.of(timeFrom), Optional.of(timeTo));
    }

    /**
     * The key.
     *
     * @return the key; empty for all keys
     */
    public Optional<K> key() {
        return key;
    }

    /**
     * The earliest begin of a window.
     *
     * @return the time; empty for a query of one key
     */
    public Optional<Instant> timeFrom() {
        return timeFrom;
    }

    /**
     * The latest begin of a window.
     *
     * @return the time; empty for a query of one key
     */
    public Optional<Instant> timeTo() {
        return timeTo;
    }

    @Override
    public String toString() {
        return "TimestampedWindowRangeWithHeadersQuery{key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo
                + "}";
    }
}
