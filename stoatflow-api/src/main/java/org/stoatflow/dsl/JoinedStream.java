package org.stoatflow.dsl;

import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;

/** A stream's joins with other streams. */
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
}
