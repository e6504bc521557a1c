package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A stream whose records are grouped by key, to be aggregated. Its methods add operators to the builder that made it,
 * and are not safe for use by several threads. The timestamp of a result is the greatest of the records in it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KGroupedStream<K, V> {
    /**
     * Counts the records of each key. Records without key or value are dropped.
     *
     * @return a new table
     */
    KTable<K, Long> count();

    /**
     * Counts the records of each key. Records without key or value are dropped.
     *
     * @param named the name of the node
     * @return a new table
     */
    KTable<K, Long> count(Named named);

    /**
     * Counts the records of each key. Records without key or value are dropped.
     *
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Counts the records of each key. Records without key or value are dropped.
     *
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each key into one. Records without key or value are dropped.
     *
     * @param reducer joins the result so far and the next value
     * @return a new table
     */
    KTable<K, V> reduce(Reducer<V> reducer);

    /**
     * Joins the values of each key into one. Records without key or value are dropped.
     *
     * @param reducer joins the result so far and the next value
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each key into one. Records without key or value are dropped.
     *
     * @param reducer joins the result so far and the next value
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> reduce(Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param aggregator adds a record to the aggregate
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<K, VOut> aggregate(Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param aggregator adds a record to the aggregate
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param aggregator adds a record to the aggregate
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Groups by windows, too.
     *
     * @param windows the windows
     * @param <W> the type of windows
     * @return the windowed stream
     */
    <W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows);

    /**
     * Groups by sliding windows, too.
     *
     * @param windows the windows
     * @return the windowed stream
     */
    TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows);

    /**
     * Groups by sessions, too.
     *
     * @param windows the sessions' gap
     * @return the windowed stream
     */
    SessionWindowedKStream<K, V> windowedBy(SessionWindows windows);

    /**
     * Begins to aggregate several grouped streams into one table.
     *
     * @param aggregator adds a record of this stream to the aggregate
     * @param <VOut> the type of aggregates
     * @return this stream, to which others can be added
     */
    <VOut> CogroupedKStream<K, VOut> cogroup(Aggregator<? super K, ? super V, VOut> aggregator);
}
