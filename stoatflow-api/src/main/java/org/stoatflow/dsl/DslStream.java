package org.stoatflow.dsl;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.FixedKeyAdapter;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.operator.TableSource;
import org.stoatflow.streams.kstream.BranchedKStream;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;

/** A stream: its node in the graph, and the operators that join, split, regroup or keep it, or write it to a topic. */
final class DslStream<K, V> extends JoinedStream<K, V> {
    private final GraphNode node;

    /** Whether a key may have changed since the records were last given to the owner of their keys. */
    private final boolean rekeyed;

    /** The repartition node of joins that the user has given no name. */
    private @Nullable GraphNode joinRepartition;

    DslStream(GraphBuilder graph, GraphNode node, Origin<K, V> origin, boolean rekeyed) {
        super(graph, origin);
        this.node = node;
        this.rekeyed = rekeyed;
    }

    GraphBuilder graph() {
        return graph;
    }

    GraphNode node() {
        return node;
    }

    KStream<K, V> branch(String name, GraphNode branch) {
        return new DslStream<>(graph, branch, origin.of(name, origin.keySerde(), origin.valueSerde()), rekeyed);
    }

    @Override
    <KOut, VOut> DslStream<KOut, VOut> child(
            String name,
            ProcessorSupplier<K, V, KOut, VOut> supplier,
            Traits traits,
            @Nullable Serde<KOut> keySerde,
            @Nullable Serde<VOut> valueSerde) {
        GraphNode child = graph.processor(name, supplier, traits);
        graph.add(node, traits.changesKey() ? child.is(GraphNode.Role.CHANGES_KEYS) : child);
        return new DslStream<>(graph, child, origin.of(name, keySerde, valueSerde), rekeyed || traits.changesKey());
    }

    /**
     * The stream whose records come to the owners of their keys, for a join: this one, or one behind a repartition,
     * which joins without a name share. Each join takes names for a repartition of its own, as in Kafka Streams.
     */
    DslStream<K, V> forJoin(JoinedInternals<K, V, ?> joined) {
        if (!rekeyed) {
            return this;
        }
        return forJoin(
                joined.name() == null ? origin.name() : joined.name(),
                joined.name() != null,
                joined.keySerdeOr(origin.keySerde()),
                joined.leftValueSerdeOr(origin.valueSerde()));
    }

    /** As above, where {@code prefix}, which may be given by the user, starts the name of the repartition. */
    DslStream<K, V> forJoin(String prefix, boolean named, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        if (!rekeyed) {
            return this;
        }
        graph.noteRepartition(prefix, named);
        GraphNode fresh = graph.repartition(prefix, keySerde, valueSerde, null, -1);
        if (joinRepartition == null || !origin.name().equals(prefix)) {
            joinRepartition = fresh;
            graph.add(node, fresh);
        }
        String source = fresh.name();
        return new DslStream<>(
                graph, joinRepartition, new Origin<>(source, keySerde, valueSerde, Set.of(source)), false);
    }

    @Override
    public BranchedKStream<K, V> split() {
        return new DslBranchedStream<>(this, NameChoice.NONE);
    }

    @Override
    public BranchedKStream<K, V> split(Named named) {
        return new DslBranchedStream<>(this, new NameChoice(given(named, "named")));
    }

    @Override
    public KStream<K, V> merge(KStream<K, V> otherStream) {
        return merge(otherStream, NameChoice.NONE);
    }

    @Override
    public KStream<K, V> merge(KStream<K, V> otherStream, Named named) {
        DslStream<K, V> other = (DslStream<K, V>) given(otherStream, "otherStream");
        String name = named(named, Prefixes.MERGE);
        Set<String> sources = new HashSet<>(origin.sources());
        sources.addAll(other.origin.sources());
        GraphNode merge =
                graph.processor(name, StreamOperators.passThrough(), KEEPS_KEYS).is(GraphNode.Role.MERGES);
        graph.add(node, merge);
        graph.add(other.node, merge);
        return new DslStream<>(graph, merge, new Origin<>(name, null, null, sources), rekeyed || other.rekeyed);
    }

    @Override
    public KStream<K, V> repartition() {
        return repartition(Repartitioned.as(null));
    }

    @Override
    public KStream<K, V> repartition(Repartitioned<K, V> repartitioned) {
        RepartitionedInternals<K, V> internals = new RepartitionedInternals<>(given(repartitioned, "repartitioned"));
        String prefix = internals.name() == null ? graph.names().next(Prefixes.REPARTITION) : internals.name();
        Serde<V> valueSerde = internals.valueSerde() == null ? origin.valueSerde() : internals.valueSerde();
        Serde<K> keySerde = internals.keySerde() == null ? origin.keySerde() : internals.keySerde();
        graph.noteRepartition(prefix, internals.name() != null);
        GraphNode repartition = graph.repartition(
                prefix, internals.keySerde(), valueSerde, internals.partitioner(), internals.partitions());
        graph.add(node, repartition.is(GraphNode.Role.OTHER)); // asked for, and so never merged
        String source = repartition.name();
        return new DslStream<>(graph, repartition, new Origin<>(source, keySerde, valueSerde, Set.of(source)), false);
    }

    @Override
    public void to(String topic) {
        to(topic, Produced.with(origin.keySerde(), origin.valueSerde(), null));
    }

    @Override
    public void to(String topic, Produced<K, V> produced) {
        sink(given(topic, "topic"), null, given(produced, "produced"));
    }

    @Override
    public void to(TopicNameExtractor<K, V> topicExtractor) {
        to(topicExtractor, Produced.with(origin.keySerde(), origin.valueSerde(), null));
    }

    @Override
    public void to(TopicNameExtractor<K, V> topicExtractor, Produced<K, V> produced) {
        sink(null, given(topicExtractor, "topicExtractor"), given(produced, "produced"));
    }

    private void sink(@Nullable String topic, @Nullable TopicNameExtractor<K, V> extractor, Produced<K, V> produced) {
        ProducedInternals<K, V> internals =
                new ProducedInternals<>(produced).orElse(origin.keySerde(), origin.valueSerde());
        String name = internals.name().orFrom(graph.names(), Prefixes.SINK);
        graph.add(
                node,
                new GraphNode(
                        name, (target, parents) -> target.addSink(internals.sink(name, parents, topic, extractor))));
    }

    @Override
    public <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table, ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner) {
        return StreamTableJoins.join(this, table, ignoringKey(joiner), Joined.with(null, null, null), false);
    }

    @Override
    public <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoiner<? super V, ? super TableValue, ? extends VOut> joiner,
            Joined<K, V, TableValue> joined) {
        return StreamTableJoins.join(this, table, ignoringKey(joiner), joined, false);
    }

    @Override
    public <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner) {
        return StreamTableJoins.join(this, table, joiner, Joined.with(null, null, null), false);
    }

    @Override
    public <TableValue, VOut> KStream<K, VOut> join(
            KTable<K, TableValue> table,
            ValueJoinerWithKey<? super K, ? super V, ? super TableValue, ? extends VOut> joiner,
            Joined<K, V, TableValue> joined) {
        return StreamTableJoins.join(this, table, joiner, joined, false);
    }

    @Override
    public <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table, ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner) {
        return StreamTableJoins.join(this, table, ignoringKey(joiner), Joined.with(null, null, null), true);
    }

    @Override
    public <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoiner<? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        return StreamTableJoins.join(this, table, ignoringKey(joiner), joined, true);
    }

    @Override
    public <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table, ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner) {
        return StreamTableJoins.join(this, table, joiner, Joined.with(null, null, null), true);
    }

    @Override
    public <VTable, VOut> KStream<K, VOut> leftJoin(
            KTable<K, VTable> table,
            ValueJoinerWithKey<? super K, ? super V, ? super VTable, ? extends VOut> joiner,
            Joined<K, V, VTable> joined) {
        return StreamTableJoins.join(this, table, joiner, joined, true);
    }

    @Override
    public KTable<K, V> toTable() {
        return toTable(NameChoice.NONE, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> toTable(Named named) {
        return toTable(named, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> toTable(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return toTable(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> toTable(Named named, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        given(materialized, "materialized");
        String name = named(named, Prefixes.TO_TABLE);
        MaterializedInternals<K, V> internals =
                new MaterializedInternals<>(materialized, graph.names(), Prefixes.TO_TABLE);
        Serde<K> keySerde = internals.keySerde() == null ? origin.keySerde() : internals.keySerde();
        Serde<V> valueSerde = internals.valueSerde() == null ? origin.valueSerde() : internals.valueSerde();
        TableSource<K, V> supplier = new TableSource<>(internals.store(), internals.queryableName() != null);
        GraphNode table = graph.processor(name, supplier, KEEPS_KEYS);
        Set<String> sources;
        if (rekeyed) {
            graph.noteRepartition(name, new NameChoice(named).isGiven());
            GraphNode repartition = graph.repartition(name, keySerde, valueSerde, null, -1);
            graph.add(node, repartition);
            graph.add(repartition, table);
            sources = Set.of(repartition.name());
        } else {
            graph.add(node, table);
            sources = origin.sources();
        }
        return new DslTable<>(
                graph, table, new Origin<>(name, keySerde, valueSerde, sources), supplier, internals.queryableName());
    }

    @Override
    public KGroupedStream<K, V> groupByKey() {
        return groupByKey(Grouped.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KGroupedStream<K, V> groupByKey(Grouped<K, V> grouped) {
        GroupedInternals<K, V> internals = new GroupedInternals<>(given(grouped, "grouped"));
        return new DslGroupedStream<>(
                graph,
                node,
                origin.of(origin.name(), internals.keySerde(), internals.valueSerde()),
                rekeyed,
                internals.name());
    }

    @Override
    public <KOut> KGroupedStream<KOut, V> groupBy(KeyValueMapper<? super K, ? super V, KOut> keySelector) {
        return groupBy(keySelector, Grouped.with(null, origin.valueSerde()));
    }

    @Override
    public <KOut> KGroupedStream<KOut, V> groupBy(
            KeyValueMapper<? super K, ? super V, KOut> keySelector, Grouped<KOut, V> grouped) {
        given(keySelector, "keySelector");
        GroupedInternals<KOut, V> internals = new GroupedInternals<>(given(grouped, "grouped"));
        String name = new NameChoice(internals.name()).orFrom(graph.names(), Prefixes.SELECT_KEY);
        DslStream<KOut, V> selected = child(
                name,
                StreamOperators.<K, V, KOut>selectKey(keySelector),
                CHANGES_KEYS,
                internals.keySerde(),
                internals.valueSerde());
        return new DslGroupedStream<>(graph, selected.node, selected.origin, true, internals.name());
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            String... stateStoreNames) {
        return process(processorSupplier, Named.as(graph.names().next(Prefixes.PROCESS)), stateStoreNames);
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> process(
            ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames) {
        return processed(processorSupplier, processorSupplier, Traits.USER, null, named, stateStoreNames);
    }

    @Override
    public <VOut> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            String... stateStoreNames) {
        return processValues(processorSupplier, Named.as(graph.names().next(Prefixes.PROCESS_VALUES)), stateStoreNames);
    }

    @Override
    public <VOut> KStream<K, VOut> processValues(
            FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            Named named,
            String... stateStoreNames) {
        return processed(
                processorSupplier,
                new FixedKeyAdapter<>(processorSupplier),
                Traits.USER_FIXED_KEY,
                origin.keySerde(),
                named,
                stateStoreNames);
    }

    private <KOut, VOut> KStream<KOut, VOut> processed(
            Supplier<?> given,
            ProcessorSupplier<?, ?, ?, ?> supplier,
            Traits traits,
            @Nullable Serde<KOut> keySerde,
            Named named,
            String... stores) {
        TopologyBuilder.requireNewObjects(given(given, "processorSupplier"));
        Objects.requireNonNull(stores, "stateStoreNames cannot be a null array");
        for (String store : stores) {
            given(store, "state store name");
        }
        String name = new NameChoice(given(named, "named")).required();
        GraphNode processor = graph.processor(name, supplier, traits.declaredBy(given), stores);
        if (graph.processChanges()) {
            processor.is(traits.changesKey() ? GraphNode.Role.CHANGES_KEYS : GraphNode.Role.CHANGES_VALUES);
        }
        graph.add(node, processor);
        return new DslStream<>(graph, processor, origin.of(name, keySerde, null), rekeyed || traits.changesKey());
    }
}
