package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.JoinSide;
import org.stoatflow.operator.TableJoin;
import org.stoatflow.operator.TableMerge;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.ValueJoiner;

/** Joins two tables: one node of the graph, which is an operator for each side and one that merges both. */
final class TableJoins {
    private static final String THIS_SUFFIX = "-join-this";
    private static final String OTHER_SUFFIX = "-join-other";

    private TableJoins() {}

    /**
     * @param side how {@code left} sees the join
     * @param internals how to keep the result; null where it is not kept
     */
    static <K, V, VO, VR> KTable<K, VR> join(
            JoinSide side,
            DslTable<K, V> left,
            KTable<K, VO> other,
            ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
            Named named,
            @Nullable MaterializedInternals<K, VR> internals) {
        Objects.requireNonNull(other, "other cannot be null");
        Objects.requireNonNull(joiner, "joiner cannot be null");
        DslTable<K, VO> right = (DslTable<K, VO>) other;
        NameChoice choice = new NameChoice(Objects.requireNonNull(named, "named cannot be null"));
        GraphBuilder graph = left.graph();
        String name = choice.orFrom(graph.names(), Prefixes.TABLE_MERGE);
        Set<String> sources = new HashSet<>(left.origin().sources());
        sources.addAll(right.origin().sources());
        graph.copartition(sources);
        if (side == JoinSide.LEFT || side == JoinSide.OUTER) {
            left.supplier().sendOldValues(true);
        }
        if (side == JoinSide.OUTER) {
            right.supplier().sendOldValues(true);
        }
        Serde<K> keys = left.origin().keySerde();
        if (internals != null) {
            keys = internals.orElse(keys, null).keySerde();
        }
        TableJoin<K, V, VO, VR> joinThis = new TableJoin<>(side, left.supplier(), right.supplier(), joiner);
        TableJoin<K, VO, V, VR> joinOther = new TableJoin<>(
                side.other(), right.supplier(), left.supplier(), (value, own) -> joiner.apply(own, value));
        TableMerge<K, VR> merge = new TableMerge<>(joinThis, joinOther, internals == null ? null : internals.store());
        GraphNode node = node(
                new Side(
                        choice.withSuffixOrFrom(THIS_SUFFIX, graph.names(), Prefixes.TABLE_JOIN_THIS),
                        left.origin().name(),
                        joinThis),
                new Side(
                        choice.withSuffixOrFrom(OTHER_SUFFIX, graph.names(), Prefixes.TABLE_JOIN_OTHER),
                        right.origin().name(),
                        joinOther),
                name,
                merge);
        graph.add(left.node(), node);
        graph.add(right.node(), node);
        return new DslTable<>(
                graph,
                node,
                new Origin<>(name, keys, internals == null ? null : internals.valueSerde(), sources),
                merge,
                internals == null ? null : internals.storeName());
    }

    /**
     * The operator of one side.
     *
     * @param table the node of the side's table
     */
    private record Side(String name, String table, TableJoin<?, ?, ?, ?> join) {}

    private static GraphNode node(Side left, Side right, String name, TableMerge<?, ?> merge) {
        return new GraphNode(name, (target, parents) -> {
            for (Side side : List.of(left, right)) {
                GraphBuilder.write(target, side.name(), side.join(), List.of(side.table()), DslTable.TRAITS);
            }
            GraphBuilder.write(target, name, merge, List.of(left.name(), right.name()), DslTable.TRAITS);
            for (Side side : List.of(left, right)) {
                side.join().storesToRead().forEach(store -> target.connect(side.name(), store));
            }
        });
    }
}
