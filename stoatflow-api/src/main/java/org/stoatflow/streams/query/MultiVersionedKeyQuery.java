package org.stoatflow.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.stoatflow.streams.state.VersionedRecordIterator;

/**
 * Asks a versioned store for the versions of a key that were valid at any time of a range. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class MultiVersionedKeyQuery<K, V> implements Query<VersionedRecordIterator<V>> {
    private final K key;
    private final Optional<Instant> fromTime;
    private final Optional<Instant> toTime;
    private final ResultOrder order;

    private MultiVersionedKeyQuery(K key, Optional<Instant> fromTime, Optional<Instant> toTime, ResultOrder order) {
        this.key = key;
        this.fromTime = fromTime;
        this.toTime = toTime;
        this.order = order;
    }

    /**
     * A query for all versions of a key.
     *
     * @param key the key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> MultiVersionedKeyQuery<K, V> withKey(K key) {
        return new MultiVersionedKeyQuery<>(
                Objects.requireNonNull(key, "key cannot be null."),
                Optional.empty(),
                Optional.empty(),
                ResultOrder.ANY);
    }

    /**
     * Asks for versions that were valid at a time or later.
     *
     * @param fromTime the time; null for no bound
     * @return another query
     */
    public MultiVersionedKeyQuery<K, V> fromTime(Instant fromTime) {
        return new MultiVersionedKeyQuery<>(key, Optional.ofNullable(fromTime), toTime, order);
    }

    /**
     * Asks for versions that were valid at a time or before.
     *
     * @param toTime the time; null for no bound
     * @return another query
     */
    public MultiVersionedKeyQuery<K, V> toTime(Instant toTime) {
        return new MultiVersionedKeyQuery<>(key, fromTime, Optional.ofNullable(toTime), order);
    }

    /**
     * Asks for the latest version first.
     *
     * @return another query
     */
    public MultiVersionedKeyQuery<K, V> withDescendingTimestamps() {
        return new MultiVersionedKeyQuery<>(key, fromTime, toTime, ResultOrder.DESCENDING);
    }

    /**
     * Asks for the oldest version first.
     *
     * @return another query
     */
    public MultiVersionedKeyQuery<K, V> withAscendingTimestamps() {
        return new MultiVersionedKeyQuery<>(key, fromTime, toTime, ResultOrder.ASCENDING);
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
     * From when on.
     *
     * @return the time; empty for no bound
     */
    public Optional<Instant> fromTime() {
        return fromTime;
    }

    /**
     * Until when.
     *
     * @return the time; empty for no bound
     */
    public Optional<Instant> toTime() {
        return toTime;
    }

    /**
     * The order of the results.
     *
     * @return the order
     */
    public ResultOrder resultOrder() {
        return order;
    }
}
