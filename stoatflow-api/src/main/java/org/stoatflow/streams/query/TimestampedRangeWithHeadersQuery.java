package org.stoatflow.streams.query;

import java.util.Optional;
import org.stoatflow.streams.state.ReadOnlyRecordIterator;

/**
 * Asks a key-value store that keeps headers for the records of a range of keys, whose bounds are in it: key, value,
 * timestamp and headers. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TimestampedRangeWithHeadersQuery<K, V> implements Query<ReadOnlyRecordIterator<K, V>> {
    private final Optional<K> lower;
    private final Optional<K> upper;
    private final ResultOrder order;

    private TimestampedRangeWithHeadersQuery(Optional<K> lower, Optional<K> upper, ResultOrder order) {
        this.lower = lower;
        this.upper = upper;
        this.order = order;
    }

    /**
     * A query for keys between two.
     *
     * @param lower the smallest key; null for no bound
     * @param upper the greatest key; null for no bound
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withRange(K lower, K upper) {
        return new TimestampedRangeWithHeadersQuery<>(
                Optional.ofNullable(lower), Optional.ofNullable(upper), ResultOrder.ANY);
    }

    /**
     * A query for keys up to one.
     *
     * @param upper the greatest key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withUpperBound(K upper) {
        return new TimestampedRangeWithHeadersQuery<>(Optional.empty(), Optional.of(upper), ResultOrder.ANY);
    }

    /**
     * A query for keys from one on.
     *
     * @param lower the smallest key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withLowerBound(K lower) {
        return new TimestampedRangeWithHeadersQuery<>(Optional.of(lower), Optional.empty(), ResultOrder.ANY);
    }

    /**
     * A query for all keys.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> TimestampedRangeWithHeadersQuery<K, V> withNoBounds() {
        return new TimestampedRangeWithHeadersQuery<>(Optional.empty(), Optional.empty(), ResultOrder.ANY);
    }

    /**
     * The order of the results, by the bytes of serialized keys.
     *
     * @return the order
     */
    public ResultOrder resultOrder() {
        return order;
    }

    /**
     * Asks for the greatest key first.
     *
     * @return another query
     */
    public TimestampedRangeWithHeadersQuery<K, V> withDescendingKeys() {
        return new TimestampedRangeWithHeadersQuery<>(lower, upper, ResultOrder.DESCENDING);
    }

    /**
     * Asks for the smallest key first.
     *
     * @return another query
     */
    public TimestampedRangeWithHeadersQuery<K, V> withAscendingKeys() {
        return new TimestampedRangeWithHeadersQuery<>(lower, upper, ResultOrder.ASCENDING);
    }

    /**
     * The smallest key.
     *
     * @return the key; empty for no bound
     */
    public Optional<K> lowerBound() {
        return lower;
    }

    /**
     * The greatest key.
     *
     * @return the key; empty for no bound
     */
    public Optional<K> upperBound() {
        return upper;
    }
}
