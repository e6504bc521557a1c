package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.operator.StreamTableJoin;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.topology.Traits;

/** Joins a stream with a table, behind a repartition where the stream's keys may have changed. */
final class StreamTableJoins {
    private static final Traits TRAITS = new Traits(true, false);

    private StreamTableJoins() {}

    /** @param left whether records are joined with null where the table has no row */
    static <K, V, VT, VOut> KStream<K, VOut> join(
            DslStream<K, V> stream,
            KTable<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            Joined<K, V, VT> joined,
            boolean left) {
        Objects.requireNonNull(table, "table cannot be null");
        Objects.requireNonNull(joiner, "joiner cannot be null");
        JoinedInternals<K, V, VT> internals =
                new JoinedInternals<>(Objects.requireNonNull(joined, "joined cannot be null"));
        if (internals.grace() != null) {
            throw new IllegalArgumentException(
                    ((DslTable<K, VT>) table).supplier().versioned()
                            ? "A join of a stream with a table has no grace period yet (" + internals.grace()
                                    + "). Join without one"
                            : "The table must be versioned to be joined with a grace period (" + internals.grace()
                                    + ")");
        }
        return join(stream.forJoin(internals), (DslTable<K, VT>) table, joiner, internals, left);
    }

    private static <K, V, VT, VOut> KStream<K, VOut> join(
            DslStream<K, V> stream,
            DslTable<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            JoinedInternals<K, V, VT> internals,
            boolean left) {
        GraphBuilder graph = stream.graph();
        Set<String> sources = new HashSet<>(stream.origin.sources());
        sources.addAll(table.origin().sources());
        graph.copartition(sources);
        String name = new NameChoice(internals.name())
                .orFrom(graph.names(), left ? Prefixes.STREAM_TABLE_LEFT_JOIN : Prefixes.STREAM_TABLE_JOIN);
        StreamTableJoin<K, V, VT, VOut> join =
                new StreamTableJoin<>(table.supplier().view(), joiner, left);
        GraphNode node = graph.processor(name, join, TRAITS, join.storesToRead().toArray(String[]::new));
        graph.add(stream.node(), node);
        if (left) {
            node.useNullKeys();
        }
        return new DslStream<>(
                graph, node, new Origin<>(name, internals.keySerdeOr(stream.origin.keySerde()), null, sources), false);
    }
}
