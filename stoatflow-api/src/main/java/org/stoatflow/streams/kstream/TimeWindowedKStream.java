package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.WindowStore;

/**
 * A stream whose records are grouped by key and by windows of a fixed length, to be aggregated. Its methods add
 * operators to the builder that made it, and are not safe for use by several threads.
 *
 * <p>The timestamp of a result is the greatest of the records in it. Records without a key are dropped, and with {@link
 * SlidingWindows} those without a value. A record does not change windows that have closed: that end, with grace,
 * before the latest timestamp that the operator has seen in the partition. It is dropped, and counted, for each such
 * window.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface TimeWindowedKStream<K, V> {
    /**
     * Counts the records of each key and window.
     *
     * @return a new table
     */
    KTable<Windowed<K>, Long> count();

    /**
     * Counts the records of each key and window.
     *
     * @param named the name of the node
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Named named);

    /**
     * Counts the records of each key and window.
     *
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Counts the records of each key and window.
     *
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each key and window into one.
     *
     * @param reducer joins the result so far and the next value
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer);

    /**
     * Joins the values of each key and window into one.
     *
     * @param reducer joins the result so far and the next value
     * @param named the name of the node
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named);

    /**
     * Joins the values of each key and window into one.
     *
     * @param reducer joins the result so far and the next value
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each key and window into one.
     *
     * @param reducer joins the result so far and the next value
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param aggregator adds a record to the aggregate
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param aggregator adds a record to the aggregate
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator, Named named);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param aggregator adds a record to the aggregate
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key and window.
     *
     * @param initializer makes the first aggregate of a window
     * @param aggregator adds a record to the aggregate
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized);

    /**
     * Says when results are forwarded: on each update, which is the default, or once when a window closes. Changes this
     * stream. Final results of windows of fixed starts are for {@link TimeWindows} only.
     *
     * @param emitStrategy when results are forwarded
     * @return this
     * @throws IllegalArgumentException if windows of {@link UnlimitedWindows} were to close
     */
    TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy);
}
