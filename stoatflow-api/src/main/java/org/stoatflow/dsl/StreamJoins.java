package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.JoinBounds;
import org.stoatflow.operator.JoinInput;
import org.stoatflow.operator.JoinStore;
import org.stoatflow.operator.SelfJoin;
import org.stoatflow.operator.StreamJoin;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.operator.UnjoinedStore;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.topology.Traits;

/** Joins two streams: each side behind a repartition where its keys may have changed. */
final class StreamJoins {
    /** Which records are forwarded without a partner. */
    enum Kind {
        INNER(false, false),
        LEFT(true, false),
        OUTER(true, true);

        private final boolean left;
        private final boolean right;

        Kind(boolean left, boolean right) {
            this.left = left;
            this.right = right;
        }

        String thisPrefix() {
            return right ? Prefixes.OUTER_THIS : Prefixes.JOIN_THIS;
        }

        String otherPrefix() {
            return left ? Prefixes.OUTER_OTHER : Prefixes.JOIN_OTHER;
        }

        String thisSuffix() {
            return right ? "-outer-this-join" : "-this-join";
        }

        String otherSuffix() {
            return left ? "-outer-other-join" : "-other-join";
        }

        String sharedSuffix() {
            return right ? "-outer-shared-join" : "-left-shared-join";
        }
    }

    private StreamJoins() {}

    static <K, V1, V2, VOut> KStream<K, VOut> join(
            DslStream<K, V1> left,
            DslStream<K, V2> right,
            ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner,
            JoinWindowsInternals windows,
            StreamJoinedInternals<K, V1, V2> joined,
            Kind kind) {
        NameChoice choice = new NameChoice(joined.name());
        DslStream<K, V1> first = left.forJoin(
                choice.withSuffixOr("-left", left.origin.name()),
                joined.name() != null,
                joined.keySerde() == null ? left.origin.keySerde() : joined.keySerde(),
                joined.valueSerde() == null ? left.origin.valueSerde() : joined.valueSerde());
        DslStream<K, V2> second = right.forJoin(
                choice.withSuffixOr("-right", right.origin.name()),
                joined.name() != null,
                joined.keySerde() == null ? right.origin.keySerde() : joined.keySerde(),
                joined.otherValueSerde() == null ? right.origin.valueSerde() : joined.otherValueSerde());
        Set<String> sources = new HashSet<>(first.origin.sources());
        sources.addAll(second.origin.sources());
        left.graph().copartition(sources);
        StreamJoinNode node = node(first, second, joiner, windows, joined, kind);
        return new DslStream<>(left.graph(), node, new Origin<>(node.name(), joined.keySerde(), null, sources), false);
    }

    private static <K, V1, V2, VOut> StreamJoinNode node(
            DslStream<K, V1> left,
            DslStream<K, V2> right,
            ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner,
            JoinWindowsInternals windows,
            StreamJoinedInternals<K, V1, V2> joined,
            Kind kind) {
        GraphBuilder graph = left.graph();
        NameChoice choice = new NameChoice(joined.name());
        String thisInput = choice.withSuffixOrFrom("-this-windowed", graph.names(), Prefixes.WINDOWED);
        String otherInput = choice.withSuffixOrFrom("-other-windowed", graph.names(), Prefixes.WINDOWED);
        String thisName = graph.names().next(kind.thisPrefix());
        String otherName = graph.names().next(kind.otherPrefix());
        String name = choice.withSuffixOrFrom("-merge", graph.names(), Prefixes.MERGE);

        StreamJoinStores<K, V1, V2> stores = new StreamJoinStores<>(windows, joined);
        JoinStore thisStore = stores.left(thisName, kind.thisSuffix());
        JoinStore otherStore = stores.right(otherName, kind.otherSuffix());
        @Nullable
        UnjoinedStore<K, V1, V2> unjoined = kind.left && windows.waitsForClose()
                ? stores.unjoined(thisName.substring(kind.thisPrefix().length()), kind.sharedSuffix())
                : null;

        stores.note(graph.names().implicit(), thisStore, otherStore, unjoined);
        JoinBounds bounds = new JoinBounds(windows.beforeMs, windows.afterMs, windows.gracePeriodMs());
        StreamJoin.Both<K, V1, V2, VOut> both =
                new StreamJoin.Both<>(unjoined == null ? thisStore.name() : unjoined.name(), bounds, joiner, unjoined);
        StreamJoin<K, V1, V2, V1, V2, VOut> joinThis =
                new StreamJoin<>(both, new StreamJoin.Side<>(true, kind.left, otherStore, joiner));
        StreamJoin<K, V1, V2, V2, V1, VOut> joinOther = new StreamJoin<>(
                both,
                new StreamJoin.Side<>(
                        false, kind.right, thisStore, (key, own, other) -> joiner.apply(key, other, own)));
        GraphNode thisNode = input(graph, left, thisInput, thisStore);
        GraphNode otherNode = input(graph, right, otherInput, otherStore);
        StreamJoinNode node = new StreamJoinNode(
                name,
                new StreamJoinNode.Side(thisNode, choice.withSuffixOr(kind.thisSuffix(), thisName), joinThis),
                new StreamJoinNode.Side(otherNode, choice.withSuffixOr(kind.otherSuffix(), otherName), joinOther),
                StreamOperators.passThrough(),
                selfJoin(thisStore, bounds, joiner),
                new Traits(true, unjoined != null));
        graph.add(left.node(), node);
        graph.add(right.node(), node);
        if (kind.left) {
            node.useNullKeys();
        }
        return node;
    }

    private static GraphNode input(GraphBuilder graph, DslStream<?, ?> stream, String name, JoinStore store) {
        GraphNode node = graph.processor(name, new JoinInput<>(store), DslStream.KEEPS_KEYS);
        graph.add(stream.node(), node);
        return node;
    }

    @SuppressWarnings("unchecked") // used only where both sides are one stream
    private static <K, V1, V2, VOut> ProcessorSupplier<K, V1, K, VOut> selfJoin(
            JoinStore store,
            JoinBounds bounds,
            ValueJoinerWithKey<? super K, ? super V1, ? super V2, ? extends VOut> joiner) {
        return new SelfJoin<>(store, bounds, (ValueJoinerWithKey<? super K, ? super V1, ? super V1, ? extends VOut>)
                (ValueJoinerWithKey<?, ?, ?, ?>) joiner);
    }
}
