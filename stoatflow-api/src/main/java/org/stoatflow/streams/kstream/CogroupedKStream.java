package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Several grouped streams that are aggregated into one table, each with an aggregator of its own. Its methods add
 * operators to the builder that made it, and are not safe for use by several threads.
 *
 * @param <K> the type of keys
 * @param <VOut> the type of aggregates
 */
public interface CogroupedKStream<K, VOut> {
    /**
     * Adds a grouped stream; one that is here already gets the new aggregator. Changes this object.
     *
     * @param groupedStream the stream; its topics need as many partitions as those of the others
     * @param aggregator adds a record of this stream to the aggregate
     * @param <V> the type of the stream's values
     * @return this
     */
    <V> CogroupedKStream<K, VOut> cogroup(
            KGroupedStream<K, V> groupedStream, Aggregator<? super K, ? super V, VOut> aggregator);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @return a new table
     */
    KTable<K, VOut> aggregate(Initializer<VOut> initializer);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param named what the names of the nodes begin with
     * @return a new table
     */
    KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, VOut> aggregate(
            Initializer<VOut> initializer, Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the records of each key. Records without key or value are dropped.
     *
     * @param initializer makes the first aggregate of a key
     * @param named what the names of the nodes begin with
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Groups by windows, too.
     *
     * @param windows the windows
     * @param <W> the type of windows
     * @return the windowed streams
     */
    <W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows);

    /**
     * Groups by sliding windows, too.
     *
     * @param windows the windows
     * @return the windowed streams
     */
    TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows);

    /**
     * Groups by sessions, too.
     *
     * @param windows the sessions' gap
     * @return the windowed streams
     */
    SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows);
}
