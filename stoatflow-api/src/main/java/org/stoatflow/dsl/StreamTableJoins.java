package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.operator.RecordBuffer;
import org.stoatflow.operator.StreamTableJoin;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.operator.TableView;
import org.stoatflow.operator.WaitingTableJoin;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.state.StoreBuilder;
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
            requireVersions(((DslTable<K, VT>) table).supplier());
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
        GraphNode node = internals.grace() == null
                ? join(graph, name, table, joiner, left)
                : waitingJoin(stream, name, table, joiner, internals, left);
        graph.add(stream.node(), node);
        if (left) {
            node.useNullKeys();
        }
        return new DslStream<>(
                graph, node, new Origin<>(name, internals.keySerdeOr(stream.origin.keySerde()), null, sources), false);
    }

    private static <K, V, VT, VOut> GraphNode join(
            GraphBuilder graph,
            String name,
            DslTable<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            boolean left) {
        StreamTableJoin<K, V, VT, VOut> join =
                new StreamTableJoin<>(table.supplier().view(), joiner, left);
        return graph.processor(name, join, TRAITS, join.storesToRead().toArray(String[]::new));
    }

    // ---- with a grace period

    private static <K, V, VT, VOut> GraphNode waitingJoin(
            DslStream<K, V> stream,
            String name,
            DslTable<K, VT> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VT, ? extends VOut> joiner,
            JoinedInternals<K, V, VT> internals,
            boolean left) {
        GraphBuilder graph = stream.graph();
        long graceMs = Objects.requireNonNull(internals.grace()).toMillis();
        SerdeChoice serdes = new SerdeChoice(
                internals.keySerdeOr(stream.origin.keySerde()), internals.leftValueSerdeOr(stream.origin.valueSerde()));
        String storeName = name + "-Buffer";
        StoreBuilder<RecordBuffer<K, V>> buffer =
                BuiltInStoreBuilder.onDisk(storeName, new StoreSettings.Waiting(name), serdes);
        if (internals.name() == null) {
            graph.names().implicit().addStore(storeName, true);
        }
        TableView<K, VT> view = table.supplier().view();
        GraphNode join = graph.processor(
                name,
                new WaitingTableJoin<>(view, joiner, left, graceMs, buffer),
                TRAITS,
                view.stores().toArray(String[]::new));
        return new GraphNode(name, (target, parents) -> {
            join.write(target, parents);
            requireHistory(table.supplier(), graceMs);
        });
    }

    /** As in Kafka Streams, whether the tables above are versioned is found out when the topology is built. */
    private static void requireVersions(TableSupplier<?, ?, ?> table) {
        if (!table.versioned() && !table.inheritsVersions()) {
            throw notVersioned();
        }
    }

    private static void requireHistory(TableSupplier<?, ?, ?> table, long graceMs) {
        long historyMs = table.historyMs();
        if (historyMs == TableStore.NO_HISTORY) {
            throw notVersioned();
        }
        if (graceMs > historyMs) {
            throw new IllegalArgumentException("History retention must be at least grace period. The table keeps "
                    + historyMs + " ms, and the stream is joined " + graceMs
                    + " ms later: give the versioned store a longer history");
        }
    }

    private static IllegalArgumentException notVersioned() {
        return new IllegalArgumentException(
                "KTable must be versioned to use a grace period in a stream table join. Keep"
                        + " the table in a versioned store: Materialized.as(Stores.persistentVersionedKeyValueStore(...))");
    }
}
