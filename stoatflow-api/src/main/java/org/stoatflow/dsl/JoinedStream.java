package org.stoatflow.dsl;

import org.stoatflow.operator.GlobalTableJoin;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.kstream.ValueJoinerWithStreamAndMappedKey;

/** A stream's joins with other streams, and with global tables. */
abstract class JoinedStream<K, V> extends RecordwiseStream<K, V> {
    JoinedStream(GraphBuilder graph, Origin<K, V> origin) {
        super(graph, origin);
    }

    private <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined,
            StreamJoins.Kind kind) {
        return StreamJoins.join(
                (DslStream<K, V>) this,
                (DslStream<K, VRight>) given(otherStream, "otherStream"),
                given(joiner, "joiner"),
                new JoinWindowsInternals(given(windows, "windows")),
                new StreamJoinedInternals<>(given(streamJoined, "streamJoined")),
                kind);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(
                otherStream, ignoringKey(joiner), windows, StreamJoined.with(null, null, null), StreamJoins.Kind.INNER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(otherStream, joiner, windows, StreamJoined.with(null, null, null), StreamJoins.Kind.INNER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, ignoringKey(joiner), windows, streamJoined, StreamJoins.Kind.INNER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> join(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, joiner, windows, streamJoined, StreamJoins.Kind.INNER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(
                otherStream, ignoringKey(joiner), windows, StreamJoined.with(null, null, null), StreamJoins.Kind.LEFT);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(otherStream, joiner, windows, StreamJoined.with(null, null, null), StreamJoins.Kind.LEFT);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, ignoringKey(joiner), windows, streamJoined, StreamJoins.Kind.LEFT);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> leftJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, joiner, windows, streamJoined, StreamJoins.Kind.LEFT);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(
                otherStream, ignoringKey(joiner), windows, StreamJoined.with(null, null, null), StreamJoins.Kind.OUTER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows) {
        return join(otherStream, joiner, windows, StreamJoined.with(null, null, null), StreamJoins.Kind.OUTER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, ignoringKey(joiner), windows, streamJoined, StreamJoins.Kind.OUTER);
    }

    @Override
    public <VRight, VOut> KStream<K, VOut> outerJoin(
            KStream<K, VRight> otherStream,
            ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner,
            JoinWindows windows,
            StreamJoined<K, V, VRight> streamJoined) {
        return join(otherStream, joiner, windows, streamJoined, StreamJoins.Kind.OUTER);
    }

    /** A joiner that is not told by which key the row was looked for. */
    private static <K, V, VT, VOut> ValueJoinerWithStreamAndMappedKey<K, Object, V, VT, VOut> ignoringMappedKey(
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner) {
        given(joiner, "joiner");
        return (key, mappedKey, value, row) -> joiner.apply(key, value, row);
    }

    private <KT, VT, VOut> KStream<K, VOut> joinGlobal(
            GlobalKTable<KT, VT> table,
            KeyValueMapper<? super K, ? super V, ? extends KT> keySelector,
            ValueJoinerWithStreamAndMappedKey<? super K, ? super KT, ? super V, ? super VT, ? extends VOut> joiner,
            boolean left,
            Named named) {
        DslGlobalTable<KT, VT> joined = (DslGlobalTable<KT, VT>) given(table, "globalTable");
        GlobalTableJoin<K, V, KT, VT, VOut> join =
                new GlobalTableJoin<>(joined.view(), given(keySelector, "keySelector"), given(joiner, "joiner"), left);
        String name = named(named, Prefixes.STREAM_TABLE_LEFT_JOIN); // also of an inner join, as in Kafka Streams
        DslStream<K, VOut> result = child(name, join, KEEPS_KEYS, origin.keySerde(), null);
        if (left) {
            result.node().useNullKeys();
        }
        return result;
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(ignoringKey(joiner)), false, NameChoice.NONE);
    }

    @Deprecated
    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(joiner), false, NameChoice.NONE);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner) {
        return joinGlobal(globalTable, keySelector, joiner, false, NameChoice.NONE);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(ignoringKey(joiner)), false, named);
    }

    @Deprecated
    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(joiner), false, named);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> join(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, joiner, false, named);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(ignoringKey(joiner)), true, NameChoice.NONE);
    }

    @Deprecated
    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(joiner), true, NameChoice.NONE);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner) {
        return joinGlobal(globalTable, keySelector, joiner, true, NameChoice.NONE);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(ignoringKey(joiner)), true, named);
    }

    @Deprecated
    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithKey<? super K, ? super V, ? super GlobalValue, ? extends VOut> joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, ignoringMappedKey(joiner), true, named);
    }

    @Override
    public <GlobalKey, GlobalValue, VOut> KStream<K, VOut> leftJoin(
            GlobalKTable<GlobalKey, GlobalValue> globalTable,
            KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
            ValueJoinerWithStreamAndMappedKey<
                            ? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut>
                    joiner,
            Named named) {
        return joinGlobal(globalTable, keySelector, joiner, true, named);
    }
}
