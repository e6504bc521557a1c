package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Merger;

/**
 * How records change the aggregate of a session, and how the aggregates of sessions become one.
 *
 * @param records how a record changes an aggregate
 * @param merger joins the aggregates of two sessions; also the one of a session without records, which comes first
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public record SessionRule<K, V, VAgg>(AggregateRule<K, V, VAgg> records, Merger<? super K, VAgg> merger) {
    /**
     * Counts.
     *
     * @param <K> the type of keys
     * @param <V> the type of the stream's values
     * @return the rule
     */
    public static <K, V> SessionRule<K, V, Long> counting() {
        return new SessionRule<>(AggregateRule.counting(), (key, one, other) -> one + other);
    }

    /**
     * Joins values, and the values of sessions, in the same way.
     *
     * @param rule joins values
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the rule
     */
    @SuppressWarnings("NullAway") // Merger, as in Kafka Streams, says nothing of the null of a session without records
    public static <K, V> SessionRule<K, V, V> reducing(AggregateRule<K, V, V> rule) {
        return new SessionRule<>(rule, (key, one, other) -> rule.add(key, other, one));
    }

    @Nullable
    @SuppressWarnings("NullAway") // as above
    VAgg merge(K key, @Nullable VAgg one, VAgg other) {
        return merger.apply(key, one, other);
    }
}
