package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A table: the last value for each key, and the stream of its updates. Its methods add operators to the builder that
 * made it, and are not safe for use by several threads; the functions given to them are called by many lanes at once.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KTable<K, V> {
    /**
     * Keeps the rows for which a predicate holds; others are deleted from the result.
     *
     * @param predicate tells which records
     * @return a new table
     */
    KTable<K, V> filter(Predicate<? super K, ? super V> predicate);

    /**
     * Keeps the rows for which a predicate holds; others are deleted from the result.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @return a new table
     */
    KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

    /**
     * Keeps the rows for which a predicate holds; others are deleted from the result.
     *
     * @param predicate tells which records
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Keeps the rows for which a predicate holds; others are deleted from the result.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Deletes the rows for which a predicate holds from the result.
     *
     * @param predicate tells which records
     * @return a new table
     */
    KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate);

    /**
     * Deletes the rows for which a predicate holds from the result.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @return a new table
     */
    KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

    /**
     * Deletes the rows for which a predicate holds from the result.
     *
     * @param predicate tells which records
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Deletes the rows for which a predicate holds from the result.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param materialized how to keep the state
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param materialized how to keep the state
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Gives each row a new value; deleted rows are not mapped.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param materialized how to keep the state
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * The stream of the table's updates; a null value is a deletion.
     *
     * @return a new stream
     */
    KStream<K, V> toStream();

    /**
     * The stream of the table's updates; a null value is a deletion.
     *
     * @param named the name of the node
     * @return a new stream
     */
    KStream<K, V> toStream(Named named);

    /**
     * The stream of the table's updates with new keys.
     *
     * @param mapper the function
     * @param <KR> the type of new keys
     * @return a new stream
     */
    <KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper);

    /**
     * The stream of the table's updates with new keys.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <KR> the type of new keys
     * @return a new stream
     */
    <KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper, Named named);

    /**
     * The name by which queries find the table's store.
     *
     * @return the name, or null if the table cannot be queried
     */
    String queryableStoreName();
}
