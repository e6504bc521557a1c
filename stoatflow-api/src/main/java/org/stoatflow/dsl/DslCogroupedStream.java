package org.stoatflow.dsl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.Aggregation;
import org.stoatflow.operator.TablePassThrough;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.CogroupedKStream;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.SessionWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windows;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.Traits;

/**
 * Several grouped streams that are aggregated into one table: an operator for each, and one that brings them together.
 */
final class DslCogroupedStream<K, VOut> implements CogroupedKStream<K, VOut> {
    private static final Traits TRAITS = new Traits(true, false);

    private final GraphBuilder graph;
    private final Map<DslGroupedStream<K, ?>, Aggregator<? super K, ? super Object, VOut>> groups =
            new LinkedHashMap<>();

    /** The node that each group's records come from. A repartition is made for the first table only. */
    private final Map<DslGroupedStream<K, ?>, GraphNode> parents = new LinkedHashMap<>();

    DslCogroupedStream(GraphBuilder graph) {
        this.graph = graph;
    }

    GraphBuilder graph() {
        return graph;
    }

    @Override
    @SuppressWarnings("unchecked") // each aggregator is given values of its own stream only
    public <V> CogroupedKStream<K, VOut> cogroup(
            KGroupedStream<K, V> groupedStream, Aggregator<? super K, ? super V, VOut> aggregator) {
        Objects.requireNonNull(groupedStream, "groupedStream can't be null");
        Objects.requireNonNull(aggregator, "aggregator can't be null");
        groups.put((DslGroupedStream<K, ?>) groupedStream, (Aggregator<? super K, ? super Object, VOut>) aggregator);
        return this;
    }

    @Override
    public KTable<K, VOut> aggregate(Initializer<VOut> initializer) {
        return aggregate(initializer, NameChoice.NONE);
    }

    @Override
    public KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named) {
        return aggregate(initializer, named, Materialized.with(null, null));
    }

    @Override
    public KTable<K, VOut> aggregate(
            Initializer<VOut> initializer, Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, VOut> aggregate(
            Initializer<VOut> initializer,
            Named named,
            Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer can't be null");
        Objects.requireNonNull(named, "named can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        MaterializedInternals<K, VOut> internals =
                new MaterializedInternals<>(materialized, graph.names(), Prefixes.COGROUP_AGGREGATE);
        TableStore<K, VOut> store = internals.store();
        return table(
                new NameChoice(named),
                store.name(),
                new TableResult<>(internals.keySerde(), internals.valueSerde(), internals.queryableName()),
                aggregator -> Aggregation.aggregate(store, initializer, aggregator));
    }

    @Override
    public <W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows) {
        Objects.requireNonNull(windows, "windows can't be null");
        return new DslCogroupedWindows<>(this, new FixedWindows.Aligned(windows));
    }

    @Override
    public TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows) {
        Objects.requireNonNull(windows, "slidingWindows can't be null");
        return new DslCogroupedWindows<>(this, new FixedWindows.Sliding(windows));
    }

    @Override
    public SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows) {
        Objects.requireNonNull(windows, "sessionWindows can't be null");
        return new DslCogroupedSessions<>(this, windows);
    }

    /** Adds the operators of a table. They share its store. */
    <KOut> KTable<KOut, VOut> table(
            NameChoice named,
            String storeName,
            TableResult<KOut, VOut> result,
            Function<Aggregator<? super K, ? super Object, VOut>, TableSupplier<KOut, Object, VOut>> aggregation) {
        leadToOwners(storeName, result.queryableName() != null);
        List<GraphNode> operators = new ArrayList<>();
        List<TableSupplier<KOut, ?, VOut>> suppliers = new ArrayList<>();
        groups.forEach((group, aggregator) -> {
            TableSupplier<KOut, Object, VOut> supplier = aggregation.apply(aggregator);
            String name = named.withSuffixOrFrom(
                    "-cogroup-agg-" + operators.size(), graph.names(), Prefixes.COGROUP_AGGREGATE);
            GraphNode operator = graph.processor(name, supplier, TRAITS);
            graph.add(Objects.requireNonNull(parents.get(group)), operator);
            operators.add(operator);
            suppliers.add(supplier);
        });
        String name = named.withSuffixOrFrom("-cogroup-merge", graph.names(), Prefixes.COGROUP_MERGE);
        TablePassThrough<KOut, VOut> passThrough = new TablePassThrough<>(suppliers);
        GraphNode merge = graph.processor(name, passThrough, TRAITS);
        operators.forEach(operator -> graph.add(operator, merge));
        return new DslTable<>(
                graph,
                merge,
                new Origin<>(name, result.keySerde(), result.valueSerde(), Set.of(name)),
                passThrough,
                result.queryableName());
    }

    private void leadToOwners(String storeName, boolean storeIsNamed) {
        Set<String> sources = new HashSet<>();
        for (DslGroupedStream<K, ?> group : groups.keySet()) {
            parents.put(group, group.leadToOwners(storeName, storeIsNamed, parents.get(group)));
            sources.addAll(group.origin().sources());
        }
        graph.copartition(sources);
    }
}
