package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.SessionStore;

/**
 * A stream whose records are grouped by key and session, to be aggregated. Its methods add operators to the builder
 * that made it, and are not safe for use by several threads.
 *
 * <p>A record belongs to the sessions of its key that are not further from it than the gap; these become one. Each
 * session that is merged away is forwarded as deleted. The timestamp of a result is the session's end. Records without
 * a key are dropped, and so are those whose session has closed: it ends, with gap and grace, before the latest
 * timestamp that the operator has seen in the partition.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface SessionWindowedKStream<K, V> {
    /**
     * Counts the records of each session.
     *
     * @return a new table
     */
    KTable<Windowed<K>, Long> count();

    /**
     * Counts the records of each session.
     *
     * @param named the name of the node
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Named named);

    /**
     * Counts the records of each session.
     *
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Counts the records of each session.
     *
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each session into one.
     *
     * @param reducer joins the result so far and the next value, and the values of two sessions that become one
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer);

    /**
     * Joins the values of each session into one.
     *
     * @param reducer joins the result so far and the next value, and the values of two sessions that become one
     * @param named the name of the node
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named);

    /**
     * Joins the values of each session into one.
     *
     * @param reducer joins the result so far and the next value, and the values of two sessions that become one
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each session into one.
     *
     * @param reducer joins the result so far and the next value, and the values of two sessions that become one
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param aggregator adds a record to the aggregate
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param aggregator adds a record to the aggregate
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param aggregator adds a record to the aggregate
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each session.
     *
     * @param initializer makes the first aggregate of a session
     * @param aggregator adds a record to the aggregate
     * @param sessionMerger joins the aggregates of two sessions that become one
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VOut> the type of new values
     * @return a new table
     */
    <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized);

    /**
     * Says when results are forwarded: on each update, which is the default, or once when a session closes. Changes
     * this stream.
     *
     * @param emitStrategy when results are forwarded
     * @return this
     */
    SessionWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy);
}
