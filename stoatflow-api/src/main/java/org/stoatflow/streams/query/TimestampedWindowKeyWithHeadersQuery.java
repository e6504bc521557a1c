package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.ReadOnlyRecordIterator;

/**
 * Asks a window store that keeps headers for the windows of one key that begin within a range of times. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TimestampedWindowKeyWithHeadersQuery<K, V> implements Query<ReadOnlyRecordIterator<Windowed<K>, V>> {
    private final K key;
    private final Optional<Instant> timeFrom;
    private final Optional<Instant> timeTo;

    private TimestampedWindowKeyWithHeadersQuery(K key, Instant timeFrom, Instant timeTo) {
        this.key = Objects.requireNonNull(key, "the key cannot be null");
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
    public static <K, V> TimestampedWindowKeyWithHeadersQuery<K, V> withKeyAndWindowStartRange(
            K key, Instant timeFrom, Instant timeTo) {
        return new TimestampedWindowKeyWithHeadersQuery<>(key, timeFrom, timeTo);
    }

    /**
     * The key.
     *
     * @return the key
     */
    public K key() {
        return key;
    }

    /**
     * The earliest begin of a window.
     *
     * @return the time
     */
    public Optional<Instant> timeFrom() {
        return timeFrom;
    }

    /**
     * The latest begin of a window.
     *
     * @return the time
     */
    public Optional<Instant> timeTo() {
        return timeTo;
    }

    @Override
    public String toString() {
        return "TimestampedWindowKeyWithHeadersQuery{key=" + key + ", timeFrom=" + timeFrom + ", timeTo=" + timeTo
                + "}";
    }
}
