package org.stoatflow.streams.kstream;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A stream of records, each a fact of its own. Its methods add operators to the builder that made it, and are not safe
 * for use by several threads; the functions given to them are called by many lanes at once.
 *
 * <p>A null function, name or option is a {@link NullPointerException}; a name that another node has shows when the
 * topology is built, as a {@link org.stoatflow.streams.errors.TopologyException}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KStream<K, V> {
    /**
     * Keeps the records for which a predicate holds.
     *
     * @param predicate tells which records
     * @return a new stream
     */
    KStream<K, V> filter(Predicate<? super K, ? super V> predicate);

    /**
     * Keeps the records for which a predicate holds.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @return a new stream
     */
    KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named);

    /**
     * Drops the records for which a predicate holds.
     *
     * @param predicate tells which records
     * @return a new stream
     */
    KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate);

    /**
     * Drops the records for which a predicate holds.
     *
     * @param predicate tells which records
     * @param named the name of the node
     * @return a new stream
     */
    KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named);

    /**
     * Gives each record a new key. Grouping the result repartitions it.
     *
     * @param mapper the function
     * @param <KOut> the type of new keys
     * @return a new stream
     */
    <KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper);

    /**
     * Gives each record a new key. Grouping the result repartitions it.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <KOut> the type of new keys
     * @return a new stream
     */
    <KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named);

    /**
     * Gives each record a new value.
     *
     * @param mapper the function
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper);

    /**
     * Gives each record a new value.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper, Named named);

    /**
     * Gives each record a new value.
     *
     * @param mapper the function
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper);

    /**
     * Gives each record a new value.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named);

    /**
     * Makes each record a new one. Grouping the result repartitions it; where keys stay, use {@link #mapValues}.
     *
     * @param mapper the function
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KOut, VOut> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper);

    /**
     * Makes each record a new one. Grouping the result repartitions it; where keys stay, use {@link #mapValues}.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KOut, VOut> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
            Named named);

    /**
     * Makes each record any number of new ones. Grouping the result repartitions it; where keys stay, use
     * {@link #flatMapValues}.
     *
     * @param mapper the function
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KOut, VOut> KStream<KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper);

    /**
     * Makes each record any number of new ones. Grouping the result repartitions it; where keys stay, use
     * {@link #flatMapValues}.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <KR> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KR, VOut> KStream<KR, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KR, ? extends VOut>>>
                    mapper,
            Named named);

    /**
     * Makes each value any number of new ones.
     *
     * @param mapper the function
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> flatMapValues(ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper);

    /**
     * Makes each value any number of new ones.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> flatMapValues(
            ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

    /**
     * Makes each value any number of new ones.
     *
     * @param mapper the function
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper);

    /**
     * Makes each value any number of new ones.
     *
     * @param mapper the function
     * @param named the name of the node
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named);

    /**
     * Prints each record.
     *
     * @param printed how to print
     */
    void print(Printed<K, V> printed);

    /**
     * Does something for each record, which ends here.
     *
     * @param action the action
     */
    void foreach(ForeachAction<? super K, ? super V> action);

    /**
     * Does something for each record, which ends here.
     *
     * @param action the action
     * @param named the name of the node
     */
    void foreach(ForeachAction<? super K, ? super V> action, Named named);

    /**
     * Does something for each record and sends it on.
     *
     * @param action the action
     * @return a new stream
     */
    KStream<K, V> peek(ForeachAction<? super K, ? super V> action);

    /**
     * Does something for each record and sends it on.
     *
     * @param action the action
     * @param named the name of the node
     * @return a new stream
     */
    KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named);

    /**
     * Splits the stream into branches.
     *
     * @return the split, to which branches are added
     */
    BranchedKStream<K, V> split();

    /**
     * Splits the stream into branches.
     *
     * @param named the name of the node
     * @return the split, to which branches are added
     */
    BranchedKStream<K, V> split(Named named);

    /**
     * Joins two streams into one. Records of one stream keep their order; there is none between the two.
     *
     * @param otherStream the other stream
     * @return a new stream
     */
    KStream<K, V> merge(KStream<K, V> otherStream);

    /**
     * Joins two streams into one. Records of one stream keep their order; there is none between the two.
     *
     * @param otherStream the other stream
     * @param named the name of the node
     * @return a new stream
     */
    KStream<K, V> merge(KStream<K, V> otherStream, Named named);

    /**
     * Gives each record to the owner of its key. Kafka Streams does so through a topic; here it is a hop in memory.
     *
     * @return a new stream
     */
    KStream<K, V> repartition();

    /**
     * Gives each record to the owner of its key. Kafka Streams does so through a topic; here it is a hop in memory.
     *
     * @param repartitioned how to repartition
     * @return a new stream
     */
    KStream<K, V> repartition(Repartitioned<K, V> repartitioned);

    /**
     * Writes the stream to a topic.
     *
     * @param topic the topic, which must exist
     */
    void to(String topic);

    /**
     * Writes the stream to a topic.
     *
     * @param topic the topic, which must exist
     * @param produced how to write
     */
    void to(String topic, Produced<K, V> produced);

    /**
     * Writes the stream to a topic.
     *
     * @param topicExtractor chooses the topic of each record
     */
    void to(TopicNameExtractor<K, V> topicExtractor);

    /**
     * Writes the stream to a topic.
     *
     * @param topicExtractor chooses the topic of each record
     * @param produced how to write
     */
    void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced);

    /**
     * Makes a table of the stream: a record sets the value of its key, and a null value deletes it. Records without a
     * key are dropped.
     *
     * @return a new table
     */
    KTable<K, V> toTable();

    /**
     * Makes a table of the stream: a record sets the value of its key, and a null value deletes it. Records without a
     * key are dropped.
     *
     * @param named the name of the node
     * @return a new table
     */
    KTable<K, V> toTable(Named named);

    /**
     * Makes a table of the stream: a record sets the value of its key, and a null value deletes it. Records without a
     * key are dropped.
     *
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Makes a table of the stream: a record sets the value of its key, and a null value deletes it. Records without a
     * key are dropped.
     *
     * @param named the name of the node
     * @param materialized how to keep the state
     * @return a new table
     */
    KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized);

    /**
     * Groups records by key.
     *
     * @return the groups
     */
    KGroupedStream<K, V> groupByKey();

    /**
     * Groups records by key.
     *
     * @param grouped how to group
     * @return the groups
     */
    KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped);

    /**
     * Groups records by a new key.
     *
     * @param keySelector makes the new key
     * @param <KOut> the type of new keys
     * @return the groups
     */
    <KOut> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> keySelector);

    /**
     * Groups records by a new key.
     *
     * @param keySelector makes the new key
     * @param grouped how to group
     * @param <KOut> the type of new keys
     * @return the groups
     */
    <KOut> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector, Grouped<KOut, V> grouped);

    /**
     * Joins records of two streams that have the same key and are near in time: each record with those of the
     * other stream that came before it and whose time is within the window. The result has the later of both times and
     * the headers of the record that came later.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a key or a value are dropped.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records of two streams that have the same key and are near in time: each record with those of the
     * other stream that came before it and whose time is within the window. The result has the later of both times and
     * the headers of the record that came later.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a key or a value are dropped.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records of two streams that have the same key and are near in time: each record with those of the
     * other stream that came before it and whose time is within the window. The result has the later of both times and
     * the headers of the record that came later.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a key or a value are dropped.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins records of two streams that have the same key and are near in time: each record with those of the
     * other stream that came before it and whose time is within the window. The result has the later of both times and
     * the headers of the record that came later.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a key or a value are dropped.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of this stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value, and those of the other stream without a key, are dropped. A record of this stream without a key
     * is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of this stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value, and those of the other stream without a key, are dropped. A record of this stream without a key
     * is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of this stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value, and those of the other stream without a key, are dropped. A record of this stream without a key
     * is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of this stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value, and those of the other stream without a key, are dropped. A record of this stream without a key
     * is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of either stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value are dropped. One without a key is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of either stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value are dropped. One without a key is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of either stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value are dropped. One without a key is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins records as {@link #join(KStream, ValueJoiner, JoinWindows)} does. A record of either stream that finds no
     * partner is joined with null, at its own time: once its window and the grace period are over in the time of both
     * streams, and a record comes.
     *
     * <p>Both streams need the same number of partitions; a stream whose keys may have changed goes through a
     * repartition first. Each side is kept in a window store until the window and the grace period are over. Records
     * without a value are dropped. One without a key is joined with null at once.
     *
     * @param otherStream the right stream
     * @param joiner makes the value of a result of the key and both values
     * @param windows how far apart the times of partners may be, and the grace period
     * @param streamJoined serdes, the stores, and the names of nodes and stores
     * @param <VRight> the type of the right stream's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws org.stoatflow.streams.errors.StreamsException if a store that is given does not fit the windows, does not
     *     retain duplicates, or has the name of the other one
     */
    <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined);

    /**
     * Joins each record with the table's row of the record's key at that time; records for which there is no row are
     * left out. Updates of the table forward nothing. If keys may have changed, records go through a repartition first.
     * The topics of both must have the same number of partitions. Records without key or value are dropped.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param <TableValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner);

    /**
     * Joins each record with the table's row of the record's key at that time; records for which there is no row are
     * left out. Updates of the table forward nothing. If keys may have changed, records go through a repartition first.
     * The topics of both must have the same number of partitions. Records without key or value are dropped.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param joined serdes of a repartition, and the name of the node, which starts that of a repartition topic. A
     *     grace period is refused, since it needs a versioned table
     * @param <TableValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws IllegalArgumentException if there is a grace period
     */
    <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner,
            Joined<K, V, TableValue> joined);

    /**
     * Joins each record with the table's row of the record's key at that time; records for which there is no row are
     * left out. Updates of the table forward nothing. If keys may have changed, records go through a repartition first.
     * The topics of both must have the same number of partitions. Records without key or value are dropped.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param <TableValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner);

    /**
     * Joins each record with the table's row of the record's key at that time; records for which there is no row are
     * left out. Updates of the table forward nothing. If keys may have changed, records go through a repartition first.
     * The topics of both must have the same number of partitions. Records without key or value are dropped.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param joined serdes of a repartition, and the name of the node, which starts that of a repartition topic. A
     *     grace period is refused, since it needs a versioned table
     * @param <TableValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws IllegalArgumentException if there is a grace period
     */
    <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner,
            Joined<K, V, TableValue> joined);

    /**
     * Joins each record with the table's row of the record's key at that time, or with null if there is none. Updates
     * of the table forward nothing. If keys may have changed, records go through a repartition first. The topics of
     * both must have the same number of partitions. Records without a value are dropped; those without a key have no
     * row.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param <VTable> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table, ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner);

    /**
     * Joins each record with the table's row of the record's key at that time, or with null if there is none. Updates
     * of the table forward nothing. If keys may have changed, records go through a repartition first. The topics of
     * both must have the same number of partitions. Records without a value are dropped; those without a key have no
     * row.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param joined serdes of a repartition, and the name of the node, which starts that of a repartition topic. A
     *     grace period is refused, since it needs a versioned table
     * @param <VTable> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws IllegalArgumentException if there is a grace period
     */
    <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined);

    /**
     * Joins each record with the table's row of the record's key at that time, or with null if there is none. Updates
     * of the table forward nothing. If keys may have changed, records go through a repartition first. The topics of
     * both must have the same number of partitions. Records without a value are dropped; those without a key have no
     * row.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param <VTable> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table, ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner);

    /**
     * Joins each record with the table's row of the record's key at that time, or with null if there is none. Updates
     * of the table forward nothing. If keys may have changed, records go through a repartition first. The topics of
     * both must have the same number of partitions. Records without a value are dropped; those without a key have no
     * row.
     *
     * @param table the table
     * @param joiner makes the value of the result
     * @param joined serdes of a repartition, and the name of the node, which starts that of a repartition topic. A
     *     grace period is refused, since it needs a versioned table
     * @param <VTable> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @throws IllegalArgumentException if there is a grace period
     */
    <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of both values
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key and both values
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @deprecated use the one with {@link ValueJoinerWithStreamAndMappedKey}
     */
    @Deprecated
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key, the row's key and both values
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of both values
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key and both values
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @deprecated use the one with {@link ValueJoinerWithStreamAndMappedKey}
     */
    @Deprecated
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named);

    /**
     * Joins each record with the row of a global table whose key is found in the record; records for which there is no
     * such row are left out. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value, and those in which no key is found, are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key, the row's key and both values
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner,
            Named named);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of both values; the table's may be null
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key and both values; the table's may be null
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @deprecated use the one with {@link ValueJoinerWithStreamAndMappedKey}
     */
    @Deprecated
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key, the row's key and both values; the row's key and
     *     value may be null
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of both values; the table's may be null
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key and both values; the table's may be null
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     * @deprecated use the one with {@link ValueJoinerWithStreamAndMappedKey}
     */
    @Deprecated
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named);

    /**
     * Joins each record with the row of a global table whose key is found in the record, or with null where there is no
     * such row. Updates of the table forward nothing, and records keep their keys and
     * partitions. Records without a value are dropped.
     *
     * @param globalTable the table
     * @param keySelector gives the key of the table's row for a record's key and value; null for no row
     * @param joiner makes the value of the result of the record's key, the row's key and both values; the row's key and
     *     value may be null
     * @param named names the node
     * @param <GlobalKey> the type of the table's keys
     * @param <GlobalValue> the type of the table's values
     * @param <VOut> the type of joined values
     * @return a new stream
     */
    <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner,
            Named named);

    /**
     * Processes the stream with the user's processors. Grouping the result repartitions it; where keys stay, use
     * {@link #processValues}.
     *
     * @param processorSupplier makes the processors, and may bring stores
     * @param stateStoreNames stores of the builder to connect
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KOut, VOut> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            String... stateStoreNames);

    /**
     * Processes the stream with the user's processors. Grouping the result repartitions it; where keys stay, use
     * {@link #processValues}.
     *
     * @param processorSupplier makes the processors, and may bring stores
     * @param named the name of the node
     * @param stateStoreNames stores of the builder to connect
     * @param <KOut> the type of new keys
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <KOut, VOut> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames);

    /**
     * Processes the stream with the user's processors, which cannot change keys.
     *
     * @param processorSupplier makes the processors, and may bring stores
     * @param stateStoreNames stores of the builder to connect
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            String... stateStoreNames);

    /**
     * Processes the stream with the user's processors, which cannot change keys.
     *
     * @param processorSupplier makes the processors, and may bring stores
     * @param named the name of the node
     * @param stateStoreNames stores of the builder to connect
     * @param <VOut> the type of new values
     * @return a new stream
     */
    <VOut> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames);
}
