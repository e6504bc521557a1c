package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.Reducer;

/**
 * How a record changes an aggregate.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public interface AggregateRule<K, V, VAgg> {
    /**
     * The aggregate before the first record.
     *
     * @return the aggregate, or null for none
     */
    @Nullable
    VAgg initial();

    /**
     * Adds a record.
     *
     * @param key the record's key
     * @param value the record's value
     * @param aggregate the aggregate so far
     * @return the aggregate now; null for none
     */
    @Nullable
    VAgg add(K key, V value, @Nullable VAgg aggregate);

    /**
     * Aggregates into a value of any type.
     *
     * @param initializer makes the aggregate before the first record
     * @param aggregator adds a record
     * @param <K> the type of keys
     * @param <V> the type of the stream's values
     * @param <VAgg> the type of aggregates
     * @return the rule
     */
    static <K, V, VAgg> AggregateRule<K, V, VAgg> of(
            Initializer<VAgg> initializer, Aggregator<? super K, ? super V, VAgg> aggregator) {
        return new AggregateRule<>() {
            @Override
            public @Nullable VAgg initial() {
                return initializer.apply();
            }

            @Override
            public @Nullable VAgg add(K key, V value, @Nullable VAgg aggregate) {
                return aggregator.apply(key, value, aggregate);
            }
        };
    }

    /**
     * Aggregates values to one of their type. The first value is the first aggregate.
     *
     * @param reducer adds a value
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the rule
     */
    static <K, V> AggregateRule<K, V, V> of(Reducer<V> reducer) {
        return new AggregateRule<>() {
            @Override
            public @Nullable V initial() {
                return null;
            }

            @Override
            public @Nullable V add(K key, V value, @Nullable V aggregate) {
                return aggregate == null ? value : reducer.apply(aggregate, value);
            }
        };
    }

    /**
     * Counts.
     *
     * @param <K> the type of keys
     * @param <V> the type of the stream's values
     * @return the rule
     */
    static <K, V> AggregateRule<K, V, Long> counting() {
        return of(() -> 0L, (key, value, count) -> count + 1);
    }
}
