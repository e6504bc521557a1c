package org.stoatflow.dsl;

import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Aggregation;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.Traits;

/** A grouped stream. */
final class GroupedStreamImpl<K, V> implements KGroupedStream<K, V> {
    private final GraphBuilder graph;
    private final GraphNode node;
    private final Origin<K, V> origin;
    private final boolean repartitions;
    private final @Nullable String repartitionName;

    /** The repartition node of all aggregations, where the user has named it; each has its own otherwise. */
    private @Nullable GraphNode sharedRepartition;

    GroupedStreamImpl(
            final GraphBuilder graph,
            final GraphNode node,
            final Origin<K, V> origin,
            final boolean repartitions,
            final @Nullable String repartitionName) {
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
    public KTable<K, Long> count(final Named named) {
        return doCount(new NameChoice(named), Materialized.with(origin.keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<K, Long> count(final Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        return count(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, Long> count(
            final Named named, final Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(materialized, "materialized cannot be null");
        if (new MaterializedView<>(materialized).storeName() == null) {
            graph.names().nextStore(Prefixes.AGGREGATE);
        }
        return doCount(new NameChoice(named), materialized);
    }

    private KTable<K, Long> doCount(
            final NameChoice named, final Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        final MaterializedView<K, Long> view = new MaterializedView<>(materialized, graph.names(), Prefixes.AGGREGATE)
                .orElse(origin.keySerde(), Serdes.Long());
        final String name = named.orFrom(graph.names(), Prefixes.AGGREGATE);
        final TableStore<K, Long> store = view.store();
        return table(name, view, store, Aggregation.aggregate(store, () -> 0L, (key, value, count) -> count + 1));
    }

    @Override
    public KTable<K, V> reduce(final Reducer<V> reducer) {
        return reduce(reducer, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> reduce(
            final Reducer<V> reducer, final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> reduce(
            final Reducer<V> reducer,
            final Named named,
            final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(reducer, "reducer cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        final MaterializedView<K, V> view = new MaterializedView<>(materialized, graph.names(), Prefixes.REDUCE)
                .orElse(origin.keySerde(), origin.valueSerde());
        final String name = new NameChoice(named).orFrom(graph.names(), Prefixes.REDUCE);
        final TableStore<K, V> store = view.store();
        return table(name, view, store, Aggregation.reduce(store, reducer));
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            final Initializer<VOut> initializer, final Aggregator<? super K, ? super V, VOut> aggregator) {
        return aggregate(initializer, aggregator, Materialized.with(origin.keySerde(), null));
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            final Initializer<VOut> initializer,
            final Aggregator<? super K, ? super V, VOut> aggregator,
            final Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, NameChoice.NONE, materialized);
    }

    @Override
    public <VOut> KTable<K, VOut> aggregate(
            final Initializer<VOut> initializer,
            final Aggregator<? super K, ? super V, VOut> aggregator,
            final Named named,
            final Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer cannot be null");
        Objects.requireNonNull(aggregator, "aggregator cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        final MaterializedView<K, VOut> view =
                new MaterializedView<>(materialized, graph.names(), Prefixes.AGGREGATE).orElse(origin.keySerde(), null);
        final String name = new NameChoice(named).orFrom(graph.names(), Prefixes.AGGREGATE);
        final TableStore<K, VOut> store = view.store();
        return table(name, view, store, Aggregation.aggregate(store, initializer, aggregator));
    }

    private <VOut> KTable<K, VOut> table(
            final String name,
            final MaterializedView<K, VOut> view,
            final TableStore<K, VOut> store,
            final TableSupplier<K, V, VOut> supplier) {
        final GraphNode table = graph.processor(name, supplier, new Traits(true, false));
        final Set<String> sources;
        if (repartitions) {
            final GraphNode repartition = repartition(store.name());
            graph.add(node, repartition);
            graph.add(repartition, table);
            sources = Set.of(repartition.name());
        } else {
            graph.add(node, table);
            sources = origin.sources();
        }
        final Serde<K> keySerde = view.keySerde();
        final Serde<VOut> valueSerde = view.valueSerde();
        return new TableImpl<>(
                graph, table, new Origin<>(name, keySerde, valueSerde, sources), supplier, view.queryableName());
    }

    /** Takes names from the counter each time, also where the node is not new. */
    private GraphNode repartition(final String storeName) {
        final GraphNode fresh = graph.repartition(
                repartitionName == null ? storeName : repartitionName,
                origin.keySerde(),
                origin.valueSerde(),
                null,
                -1);
        if (repartitionName == null) {
            return fresh;
        }
        if (sharedRepartition == null) {
            sharedRepartition = fresh;
        }
        return sharedRepartition;
    }
}
