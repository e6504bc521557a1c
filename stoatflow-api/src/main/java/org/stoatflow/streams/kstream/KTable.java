package org.stoatflow.streams.kstream;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
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
     * Gives each row a new value by a transformer, which may use state stores and is asked about deletions, too. Where
     * the result is not kept, old values and rows that others read are transformed anew, and so without the state of
     * the time when they were new. The transformer is the user's own code, so the table is made by partition.
     *
     * @param transformerSupplier makes the transformers
     * @param stateStoreNames stores of the builder to connect
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            String... stateStoreNames);

    /**
     * Gives each row a new value by a transformer, which may use state stores and is asked about deletions, too. Where
     * the result is not kept, old values and rows that others read are transformed anew, and so without the state of
     * the time when they were new. The transformer is the user's own code, so the table is made by partition.
     *
     * @param transformerSupplier makes the transformers
     * @param named the name of the node
     * @param stateStoreNames stores of the builder to connect
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Named named,
            String... stateStoreNames);

    /**
     * Gives each row a new value by a transformer, which may use state stores and is asked about deletions, too. Where
     * the result is not kept, old values and rows that others read are transformed anew, and so without the state of
     * the time when they were new. The transformer is the user's own code, so the table is made by partition.
     *
     * @param transformerSupplier makes the transformers
     * @param materialized how to keep the result
     * @param stateStoreNames stores of the builder to connect
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            String... stateStoreNames);

    /**
     * Gives each row a new value by a transformer, which may use state stores and is asked about deletions, too. Where
     * the result is not kept, old values and rows that others read are transformed anew, and so without the state of
     * the time when they were new. The transformer is the user's own code, so the table is made by partition.
     *
     * @param transformerSupplier makes the transformers
     * @param materialized how to keep the result
     * @param named the name of the node
     * @param stateStoreNames stores of the builder to connect
     * @param <VR> the type of new values
     * @return a new table
     */
    <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            Named named,
            String... stateStoreNames);

    /**
     * Holds updates back, so that a row, or a window, is updated less often. An update waits in a buffer until stream
     * time has gone on; a later update of its row takes its place there. Stream time goes on with the records that come
     * to the partition, so an update waits as long as none comes. The buffer has a changelog, unless that is turned
     * off.
     *
     * @param suppressed for how long updates wait, how many may, and what is done where more would
     * @return a new table, whose rows change when an update is let go
     * @throws org.stoatflow.streams.errors.TopologyException if it is until windows close, and this is not a table of
     *     windows
     * @throws IllegalArgumentException if {@code suppressed} is null, or an implementation of the user's own
     */
    KTable<K, V> suppress(Suppressed<? super K> suppressed);

    /**
     * Groups the rows by new keys, to be aggregated. Rows that are mapped to null, or to a pair without key or value,
     * are in no group.
     *
     * @param selector gives the group's key and the grouped value of a row
     * @param <KR> the type of the groups' keys
     * @param <VR> the type of grouped values
     * @return the grouped table
     */
    <KR, VR> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector);

    /**
     * Groups the rows by new keys, to be aggregated. Rows that are mapped to null, or to a pair without key or value,
     * are in no group.
     *
     * @param selector gives the group's key and the grouped value of a row
     * @param grouped serdes of the repartition, and the name of the node, which starts that of the repartition topic
     * @param <KR> the type of the groups' keys
     * @param <VR> the type of grouped values
     * @return the grouped table
     */
    <KR, VR> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector,
            Grouped<KR, VR> grouped);

    /**
     * Joins the rows of two tables that have the same key: there is a row where both tables have one. Each update of
     * either table is joined with the other table's row at that time; the result's timestamp is the greater one of
     * both. The topics of both tables must have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> join(KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins the rows of two tables that have the same key: there is a row where both tables have one. Each update of
     * either table is joined with the other table's row at that time; the result's timestamp is the greater one of
     * both. The topics of both tables must have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

    /**
     * Joins the rows of two tables that have the same key: there is a row where both tables have one. Each update of
     * either table is joined with the other table's row at that time; the result's timestamp is the greater one of
     * both. The topics of both tables must have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the rows of two tables that have the same key: there is a row where both tables have one. Each update of
     * either table is joined with the other table's row at that time; the result's timestamp is the greater one of
     * both. The topics of both tables must have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> join(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the rows of this table with those of another one that have the same key: there is a row where this table
     * has one. The other value is null where the other table has no row. Each update of either table is joined with the
     * other table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must
     * have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> leftJoin(KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins the rows of this table with those of another one that have the same key: there is a row where this table
     * has one. The other value is null where the other table has no row. Each update of either table is joined with the
     * other table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must
     * have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

    /**
     * Joins the rows of this table with those of another one that have the same key: there is a row where this table
     * has one. The other value is null where the other table has no row. Each update of either table is joined with the
     * other table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must
     * have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the rows of this table with those of another one that have the same key: there is a row where this table
     * has one. The other value is null where the other table has no row. Each update of either table is joined with the
     * other table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must
     * have the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> leftJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the rows of two tables that have the same key: there is a row where one of the tables has one. The value of
     * a table that has no row is null. Each update of either table is joined with the other
     * table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must have
     * the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> outerJoin(KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins the rows of two tables that have the same key: there is a row where one of the tables has one. The value of
     * a table that has no row is null. Each update of either table is joined with the other
     * table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must have
     * the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other, ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named);

    /**
     * Joins the rows of two tables that have the same key: there is a row where one of the tables has one. The value of
     * a table that has no row is null. Each update of either table is joined with the other
     * table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must have
     * the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins the rows of two tables that have the same key: there is a row where one of the tables has one. The value of
     * a table that has no row is null. Each update of either table is joined with the other
     * table's row at that time; the result's timestamp is the greater one of both. The topics of both tables must have
     * the same number of partitions.
     *
     * @param other the table to join with
     * @param joiner makes the value of a joined row; null for no row
     * @param named starts the names of the nodes
     * @param materialized how to keep the result
     * @param <VO> the type of the other table's values
     * @param <VR> the type of joined values
     * @return a new table
     */
    <VO, VR> KTable<K, VR> outerJoin(
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
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
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where both tables have one. Its key is this table's. Each update of either table
     * updates the rows that it concerns; a result's timestamp is the greater one of both rows. The tables' topics may
     * have different numbers of partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> join(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from a value of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            Function<? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Joins each row of this table with the row of another one that has the key which a function reads from this
     * table's row: there is a row where this table has one, and the other value is null where the other table has none
     * or the foreign key is null. Its key is this table's. Each update of either table updates the rows that it
     * concerns; a result's timestamp is the greater one of both rows. The tables' topics may have different numbers of
     * partitions.
     *
     * @param other the table to join with
     * @param foreignKeyExtractor reads the other table's key from key and value of a row of this table; null for none
     * @param joiner makes the value of a joined row; null for no row
     * @param tableJoined the partitioners of both tables, and what the names begin with
     * @param materialized how to keep the result
     * @param <VR> the type of joined values
     * @param <KO> the type of the other table's keys
     * @param <VO> the type of the other table's values
     * @return a new table
     */
    <VR, KO, VO> KTable<K, VR> leftJoin(
            KTable<KO, VO> other,
            BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            TableJoined<K, KO> tableJoined,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * The name by which queries find the table's store.
     *
     * @return the name, or null if the table cannot be queried
     */
    String queryableStoreName();
}
