package org.stoatflow.streams.query;

import java.util.Optional;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * Asks a key-value store for the values of a range of keys, whose bounds are in it. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class RangeQuery<K, V> implements Query<KeyValueIterator<K, V>> {
    private final Optional<K> lower;
    private final Optional<K> upper;
    private final ResultOrder order;

    private RangeQuery(Optional<K> lower, Optional<K> upper, ResultOrder order) {
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
    public static <K, V> RangeQuery<K, V> withRange(K lower, K upper) {
        return new RangeQuery<>(Optional.ofNullable(lower), Optional.ofNullable(upper), ResultOrder.ANY);
    }

    /**
     * A query for keys up to one.
     *
     * @param upper the greatest key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> RangeQuery<K, V> withUpperBound(K upper) {
        return new RangeQuery<>(Optional.empty(), Optional.of(upper), ResultOrder.ANY);
    }

    /**
     * A query for keys from one on.
     *
     * @param lower the smallest key
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> RangeQuery<K, V> withLowerBound(K lower) {
        return new RangeQuery<>(Optional.of(lower), Optional.empty(), ResultOrder.ANY);
    }

    /**
     * A query for all keys.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return a new query, in any order
     */
    public static <K, V> RangeQuery<K, V> withNoBounds() {
        return new RangeQuery<>(Optional.empty(), Optional.empty(), ResultOrder.ANY);
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
    public RangeQuery<K, V> withDescendingKeys() {
        return new RangeQuery<>(lower, upper, ResultOrder.DESCENDING);
    }

    /**
     * Asks for the smallest key first.
     *
     * @return another query
     */
    public RangeQuery<K, V> withAscendingKeys() {
        return new RangeQuery<>(lower, upper, ResultOrder.ASCENDING);
    }

    /**
     * The smallest key.
     *
     * @return the key; empty for no bound
     */
    public Optional<K> getLowerBound() {
        return lower;
    }

    /**
     * The greatest key.
     *
     * @return the key; empty for no bound
     */
    public Optional<K> getUpperBound() {
        return upper;
    }
}
