package org.stoatflow.dsl;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.ChangedDeserializer;
import org.stoatflow.operator.ChangedSerializer;
import org.stoatflow.operator.TableAggregation;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** A grouped table. */
final class DslGroupedTable<K, V> implements KGroupedTable<K, V> {
    private static final String SINK_SUFFIX = "-sink";
    private static final String SOURCE_SUFFIX = "-source";
    private static final String REPARTITION_SUFFIX = "-repartition";

    private final GraphBuilder graph;
    private final GraphNode node;
    private final GroupedInternals<K, V> grouped;

    /** The repartition node of all aggregations, where the user has named it; otherwise that of the last one. */
    private @Nullable GraphNode repartition;

    DslGroupedTable(GraphBuilder graph, GraphNode node, GroupedInternals<K, V> grouped) {
        this.graph = graph;
        this.node = node;
        this.grouped = grouped;
    }

    @Override
    public KTable<K, Long> count() {
        return count(Materialized.with(grouped.keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<K, Long> count(Named named) {
        return count(named, Materialized.with(grouped.keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<K, Long> count(Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        return count(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, Long> count(Named named, Materialized<K, Long, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(materialized, "materialized cannot be null");
        MaterializedInternals<K, Long> internals = kept(materialized).orElse(grouped.keySerde(), Serdes.Long());
        TableStore<K, Long> store = internals.store();
        return table(
                new NameChoice(Objects.requireNonNull(named, "named cannot be null")),
                Prefixes.TABLE_AGGREGATE,
                internals,
                store,
                TableAggregation.aggregate(
                        store, () -> 0L, (key, value, count) -> count + 1, (key, value, count) -> count - 1));
    }

    @Override
    public KTable<K, V> reduce(Reducer<V> adder, Reducer<V> subtractor) {
        return reduce(adder, subtractor, Materialized.with(grouped.keySerde(), grouped.valueSerde()));
    }

    @Override
    public KTable<K, V> reduce(
            Reducer<V> adder, Reducer<V> subtractor, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return reduce(adder, subtractor, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> reduce(
            Reducer<V> adder,
            Reducer<V> subtractor,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(adder, "adder cannot be null");
        Objects.requireNonNull(subtractor, "subtractor cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        MaterializedInternals<K, V> internals = kept(materialized).orElse(grouped.keySerde(), grouped.valueSerde());
        TableStore<K, V> store = internals.store();
        return table(
                new NameChoice(named),
                Prefixes.TABLE_REDUCE,
                internals,
                store,
                TableAggregation.reduce(store, adder, subtractor));
    }

    @Override
    public <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor) {
        return aggregate(initializer, adder, subtractor, Materialized.with(grouped.keySerde(), null));
    }

    @Override
    public <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named) {
        return aggregate(initializer, adder, subtractor, named, Materialized.with(grouped.keySerde(), null));
    }

    @Override
    public <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, adder, subtractor, NameChoice.NONE, materialized);
    }

    @Override
    public <VR> KTable<K, VR> aggregate(
            Initializer<VR> initializer,
            Aggregator<? super K, ? super V, VR> adder,
            Aggregator<? super K, ? super V, VR> subtractor,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer cannot be null");
        Objects.requireNonNull(adder, "adder cannot be null");
        Objects.requireNonNull(subtractor, "subtractor cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        MaterializedInternals<K, VR> internals = kept(materialized).orElse(grouped.keySerde(), null);
        TableStore<K, VR> store = internals.store();
        return table(
                new NameChoice(named),
                Prefixes.TABLE_AGGREGATE,
                internals,
                store,
                TableAggregation.aggregate(store, initializer, adder, subtractor));
    }

    private <VR> MaterializedInternals<K, VR> kept(Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return new MaterializedInternals<>(materialized, graph.names(), Prefixes.TABLE_AGGREGATE);
    }

    private <VR> KTable<K, VR> table(
            NameChoice named,
            String prefix,
            MaterializedInternals<K, VR> internals,
            TableStore<K, VR> store,
            TableSupplier<K, Change<V>, VR> supplier) {
        String sink = named.withSuffixOrFrom(SINK_SUFFIX, graph.names(), Prefixes.SINK);
        String source = named.withSuffixOrFrom(SOURCE_SUFFIX, graph.names(), Prefixes.SOURCE);
        String name = named.orFrom(graph.names(), prefix);
        if (repartition == null || grouped.name() == null) {
            String topic = (grouped.name() == null ? store.name() : grouped.name()) + REPARTITION_SUFFIX;
            repartition = repartition(topic, sink, source);
        }
        graph.add(node, repartition);
        GraphNode table = graph.processor(name, supplier, DslTable.TRAITS);
        graph.add(repartition, table);
        return new DslTable<>(
                graph,
                table,
                new Origin<>(name, internals.keySerde(), internals.valueSerde(), Set.of(source)),
                supplier,
                internals.queryableName());
    }

    private GraphNode repartition(String topic, String sink, String source) {
        return new GraphNode(source, (target, parents) -> {
            target.addRepartitionTopic(new RepartitionTopic(topic, -1));
            target.addSink(new SinkNode(
                    sink,
                    parents,
                    topic,
                    null,
                    grouped.keySerde() == null ? null : grouped.keySerde().serializer(),
                    new ChangedSerializer<>(
                            grouped.valueSerde() == null
                                    ? null
                                    : grouped.valueSerde().serializer()),
                    null));
            target.addSource(new SourceNode(
                    source,
                    List.of(topic),
                    null,
                    grouped.keySerde() == null ? null : grouped.keySerde().deserializer(),
                    new ChangedDeserializer<>(
                            grouped.valueSerde() == null
                                    ? null
                                    : grouped.valueSerde().deserializer()),
                    new FailOnInvalidTimestamp(),
                    null));
        });
    }
}
