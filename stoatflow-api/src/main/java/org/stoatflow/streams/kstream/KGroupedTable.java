package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A table whose rows are grouped by new keys, to be aggregated. A row's update first subtracts the old value from the
 * group that the row was in, then adds the new one to the group that it is in. These may come in two records, between
 * which results of a group are seen. Its methods add operators to the builder that made it, and are not safe for use by
 * several threads. The timestamp of a result is the greatest of the updates in it.
 *
 * @param <K> the type of the groups' keys
 * @param <V> the type of grouped values
 */
public interface KGroupedTable<K, V> {
    /**
     * Counts the rows of each group.
     *
     * @return a new table
     */
    KTable<K, Long> count();

    /**
     * Counts the rows of each group.
     *
     * @param named the name of the node
     * @return a new table
     */
    KTable<K, Long> count(Named named);

    /**
     * Counts the rows of each group.
     *
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Counts the rows of each group.
     *
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each group into one. A group's first value is its first result. There is no subtraction where
     * the group has no result.
     *
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @return a new table
     */
    KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor);

    /**
     * Joins the values of each group into one. A group's first value is its first result. There is no subtraction where
     * the group has no result.
     *
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> reduce(
            Reducer<V> adder, Reducer<V> subtractor, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the values of each group into one. A group's first value is its first result. There is no subtraction where
     * the group has no result.
     *
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> reduce(
            Reducer<V> adder,
            Reducer<V> subtractor,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the values of each group. There is no subtraction where the group has no aggregate.
     *
     * @param initializer makes the aggregate to which a group's first value is added
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param <VR> the type of aggregates
     * @return a new table
     */
    <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor);

    /**
     * Aggregates the values of each group. There is no subtraction where the group has no aggregate.
     *
     * @param initializer makes the aggregate to which a group's first value is added
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param named the name of the node
     * @param <VR> the type of aggregates
     * @return a new table
     */
    <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named);

    /**
     * Aggregates the values of each group. There is no subtraction where the group has no aggregate.
     *
     * @param initializer makes the aggregate to which a group's first value is added
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param materialized how to keep the state
     * @param <VR> the type of aggregates
     * @return a new table
     */
    <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Aggregates the values of each group. There is no subtraction where the group has no aggregate.
     *
     * @param initializer makes the aggregate to which a group's first value is added
     * @param adder adds the new value of a row
     * @param subtractor subtracts the old value of a row
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VR> the type of aggregates
     * @return a new table
     */
    <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);
}
