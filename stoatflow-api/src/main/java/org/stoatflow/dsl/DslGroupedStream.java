package org.stoatflow.dsl;

import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Aggregation;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.CogroupedKStream;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.Traits;

/** A grouped stream. */
final class DslGroupedStream<K, V> implements KGroupedStream<K, V> {
    private final GraphBuilder graph;
    private final GraphNode node;
    private final Origin<K, V> origin;
    private final boolean repartitions;
    private final @Nullable String repartitionName;

    /**
     * The repartition node of all aggregations, where the user has named it; otherwise each aggregation has its own
     * node.
     */
    private @Nullable GraphNode sharedRepartition;

    DslGroupedStream(
            GraphBuilder graph,
            GraphNode node,
            Origin<K, V> origin,
            boolean repartitions,
            @Nullable String repartitionName) {
        this.graph = graph;
        this.node = node;
        this.origin = origin;
        this.repartitions = repartitions;
        this.repartitionName = repartitionName;
    }

    @Override
    public KTable<K, Long> count() {
        return doCount(NameChoice.NONE, Materialized.with(origin.keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<K, Long> count(Named named) {
        return doCount(new NameChoice(named), Materialized.with(origin.keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        return count(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(materialized, "materialized cannot be null");
        if (new MaterializedInternals<>(materialized).storeName() == null) {
            graph.names().nextStore(Prefixes.AGGREGATE);
        }
        return doCount(new NameChoice(named), materialized);
    }

    private KTable<K, Long> doCount(
            NameChoice named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        MaterializedInternals<K, Long> internals = new MaterializedInternals<>(
                        materialized, graph.names(), Prefixes.AGGREGATE)
                .orElse(origin.keySerde(), Serdes.Long());
        String name = named.orFrom(graph.names(), Prefixes.AGGREGATE);
        TableStore<K, Long> store = internals.store();
        return table(name, internals, store, Aggregation.aggregate(store, () -> 0L, (key, value, count) -> count + 1));
    }

    @Override
    public KTable<K, V> reduce(Reducer<V> reducer) {
        return reduce(reducer, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> reduce(Reducer<V> reducer, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(reducer, "reducer cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        MaterializedInternals<K, V> internals = new MaterializedInternals<>(
                        materialized, graph.names(), Prefixes.REDUCE)
                .orElse(origin.keySerde(), origin.valueSerde());
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.REDUCE);
        TableStore<K, V> store = internals.store();
        return table(name, internals, store, Aggregation.reduce(store, reducer));
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator) {
        return aggregate(initializer, aggregator, Materialized.with(origin.keySerde(), null));
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, NameChoice.NONE, materialized);
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer cannot be null");
        Objects.requireNonNull(aggregator, "aggregator cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        MaterializedInternals<K, VOut> internals = new MaterializedInternals<>(
                        materialized, graph.names(), Prefixes.AGGREGATE)
                .orElse(origin.keySerde(), null);
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.AGGREGATE);
        TableStore<K, VOut> store = internals.store();
        return table(name, internals, store, Aggregation.aggregate(store, initializer, aggregator));
    }

    @Override
    public <W extends Window> TimeWindowedKStream<K, V> windowedBy(Windows<W> windows) {
        Objects.requireNonNull(windows, "windows can't be null");
        return new DslTimeWindowedStream<>(this, new FixedWindows.Aligned(windows));
    }

    @Override
    public TimeWindowedKStream<K, V> windowedBy(SlidingWindows windows) {
        Objects.requireNonNull(windows, "windows can't be null");
        return new DslTimeWindowedStream<>(this, new FixedWindows.Sliding(windows));
    }

    @Override
    public SessionWindowedKStream<K, V> windowedBy(SessionWindows windows) {
        Objects.requireNonNull(windows, "windows can't be null");
        return new DslSessionStream<>(this, windows);
    }

    GraphBuilder graph() {
        return graph;
    }

    Origin<K, V> origin() {
        return origin;
    }

    private <VOut> KTable<K, VOut> table(
            String name,
            MaterializedInternals<K, VOut> internals,
            TableStore<K, VOut> store,
            TableSupplier<K, V, VOut> supplier) {
        return table(
                name,
                store.name(),
                supplier,
                new TableResult<>(internals.keySerde(), internals.valueSerde(), internals.queryableName()));
    }

    /** Adds the operators of a table, behind the repartition node if there has to be one. */
    <KOut, VOut> KTable<KOut, VOut> table(
            String name, String storeName, TableSupplier<KOut, V, VOut> supplier, TableResult<KOut, VOut> result) {
        GraphNode table = graph.processor(name, supplier, new Traits(true, false));
        Set<String> sources;
        if (repartitions) {
            GraphNode repartition = repartition(storeName, result.queryableName() != null);
            graph.add(node, repartition);
            graph.add(repartition, table);
            sources = Set.of(repartition.name());
        } else {
            graph.add(node, table);
            sources = origin.sources();
        }
        return new DslTable<>(
                graph,
                table,
                new Origin<>(name, result.keySerde(), result.valueSerde(), sources),
                supplier,
                result.queryableName());
    }

    @Override
    public <VOut> CogroupedKStream<K, VOut> cogroup(Aggregator<? super K, ? super V, VOut> aggregator) {
        Objects.requireNonNull(aggregator, "aggregator can't be null");
        return new DslCogroupedStream<K, VOut>(graph).cogroup(this, aggregator);
    }

    /**
     * The node from which records come to the owners of their keys, for a table of several streams.
     *
     * @param known the node of an earlier table of these streams, whose repartition this one shares
     */
    GraphNode leadToOwners(String storeName, boolean storeIsNamed, @Nullable GraphNode known) {
        if (!repartitions) {
            return node;
        }
        GraphNode fresh = newRepartition(storeName, storeIsNamed);
        if (known != null) {
            return known;
        }
        graph.add(node, fresh);
        return fresh;
    }

    /** The repartition node. It takes names from the counter each time, also where the node is not new. */
    private GraphNode repartition(String storeName, boolean storeIsNamed) {
        GraphNode fresh = newRepartition(storeName, storeIsNamed);
        if (repartitionName == null) {
            return fresh;
        }
        if (sharedRepartition == null) {
            sharedRepartition = fresh;
        }
        return sharedRepartition;
    }

    private GraphNode newRepartition(String storeName, boolean storeIsNamed) {
        String prefix = repartitionName == null ? storeName : repartitionName;
        graph.noteRepartition(prefix, repartitionName != null || storeIsNamed);
        return graph.repartition(prefix, origin.keySerde(), origin.valueSerde(), null, -1);
    }
}
