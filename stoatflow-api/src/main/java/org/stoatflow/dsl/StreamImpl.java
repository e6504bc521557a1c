package org.stoatflow.dsl;

import java.util.HashSet;
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
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;

/** A stream: its node in the graph, and the operators that join, split, regroup or keep it, or write it to a topic. */
final class StreamImpl<K, V> extends RecordwiseStream<K, V> {
    private final GraphNode node;

    /** Whether a key may have changed since the records were last given to the owner of their keys. */
    private final boolean rekeyed;

    StreamImpl(final GraphBuilder graph, final GraphNode node, final Origin<K, V> origin, final boolean rekeyed) {
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

    KStream<K, V> branch(final String name, final GraphNode branch) {
        return new StreamImpl<>(graph, branch, origin.of(name, origin.keySerde(), origin.valueSerde()), rekeyed);
    }

    @Override
    <KOut, VOut> StreamImpl<KOut, VOut> child(
            final String name,
            final ProcessorSupplier<K, V, KOut, VOut> supplier,
            final Traits traits,
            final @Nullable Serde<KOut> keySerde,
            final @Nullable Serde<VOut> valueSerde) {
        final GraphNode child = graph.processor(name, supplier, traits);
        graph.add(node, child);
        return new StreamImpl<>(graph, child, origin.of(name, keySerde, valueSerde), rekeyed || traits.changesKey());
    }

    @Override
    public BranchedKStream<K, V> split() {
        return new BranchedStreamImpl<>(this, NameChoice.NONE);
    }

    @Override
    public BranchedKStream<K, V> split(final Named named) {
        return new BranchedStreamImpl<>(this, new NameChoice(given(named, "named")));
    }

    @Override
    public KStream<K, V> merge(final KStream<K, V> otherStream) {
        return merge(otherStream, NameChoice.NONE);
    }

    @Override
    public KStream<K, V> merge(final KStream<K, V> otherStream, final Named named) {
        final StreamImpl<K, V> other = (StreamImpl<K, V>) given(otherStream, "otherStream");
        final String name = named(named, Prefixes.MERGE);
        final Set<String> sources = new HashSet<>(origin.sources());
        sources.addAll(other.origin.sources());
        final GraphNode merge = graph.processor(name, StreamOperators.passThrough(), KEEPS_KEYS);
        graph.add(node, merge);
        graph.add(other.node, merge);
        return new StreamImpl<>(graph, merge, new Origin<>(name, null, null, sources), rekeyed || other.rekeyed);
    }

    @Override
    public KStream<K, V> repartition() {
        return repartition(Repartitioned.as(null));
    }

    @Override
    public KStream<K, V> repartition(final Repartitioned<K, V> repartitioned) {
        final RepartitionedView<K, V> view = new RepartitionedView<>(given(repartitioned, "repartitioned"));
        final String prefix = view.name() == null ? graph.names().next(Prefixes.REPARTITION) : view.name();
        final Serde<V> valueSerde = view.valueSerde() == null ? origin.valueSerde() : view.valueSerde();
        final Serde<K> keySerde = view.keySerde() == null ? origin.keySerde() : view.keySerde();
        final GraphNode repartition =
                graph.repartition(prefix, view.keySerde(), valueSerde, view.partitioner(), view.partitions());
        graph.add(node, repartition);
        final String source = repartition.name();
        return new StreamImpl<>(graph, repartition, new Origin<>(source, keySerde, valueSerde, Set.of(source)), false);
    }

    @Override
    public void to(final String topic) {
        to(topic, Produced.with(origin.keySerde(), origin.valueSerde(), null));
    }

    @Override
    public void to(final String topic, final Produced<K, V> produced) {
        sink(given(topic, "topic"), null, given(produced, "produced"));
    }

    @Override
    public void to(final TopicNameExtractor<K, V> topicExtractor) {
        to(topicExtractor, Produced.with(origin.keySerde(), origin.valueSerde(), null));
    }

    @Override
    public void to(final TopicNameExtractor<K, V> topicExtractor, final Produced<K, V> produced) {
        sink(null, given(topicExtractor, "topicExtractor"), given(produced, "produced"));
    }

    private void sink(
            final @Nullable String topic,
            final @Nullable TopicNameExtractor<K, V> extractor,
            final Produced<K, V> produced) {
        final ProducedView<K, V> view = new ProducedView<>(produced).orElse(origin.keySerde(), origin.valueSerde());
        final String name = view.name().orFrom(graph.names(), Prefixes.SINK);
        graph.add(
                node,
                new GraphNode(name, (target, parents) -> target.addSink(view.sink(name, parents, topic, extractor))));
    }

    @Override
    public KTable<K, V> toTable() {
        return toTable(NameChoice.NONE, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> toTable(final Named named) {
        return toTable(named, Materialized.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KTable<K, V> toTable(final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return toTable(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> toTable(
            final Named named, final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        given(materialized, "materialized");
        final String name = named(named, Prefixes.TO_TABLE);
        final MaterializedView<K, V> view = new MaterializedView<>(materialized, graph.names(), Prefixes.TO_TABLE);
        final Serde<K> keySerde = view.keySerde() == null ? origin.keySerde() : view.keySerde();
        final Serde<V> valueSerde = view.valueSerde() == null ? origin.valueSerde() : view.valueSerde();
        final TableSource<K, V> supplier = new TableSource<>(view.store(), view.queryableName() != null);
        final GraphNode table = graph.processor(name, supplier, KEEPS_KEYS);
        final Set<String> sources;
        if (rekeyed) {
            final GraphNode repartition = graph.repartition(name, keySerde, valueSerde, null, -1);
            graph.add(node, repartition);
            graph.add(repartition, table);
            sources = Set.of(repartition.name());
        } else {
            graph.add(node, table);
            sources = origin.sources();
        }
        return new TableImpl<>(
                graph, table, new Origin<>(name, keySerde, valueSerde, sources), supplier, view.queryableName());
    }

    @Override
    public KGroupedStream<K, V> groupByKey() {
        return groupByKey(Grouped.with(origin.keySerde(), origin.valueSerde()));
    }

    @Override
    public KGroupedStream<K, V> groupByKey(final Grouped<K, V> grouped) {
        final GroupedView<K, V> view = new GroupedView<>(given(grouped, "grouped"));
        return new GroupedStreamImpl<>(
                graph, node, origin.of(origin.name(), view.keySerde(), view.valueSerde()), rekeyed, view.name());
    }

    @Override
    public <KOut> KGroupedStream<KOut, V> groupBy(final KeyValueMapper<? super K, ? super V, KOut> keySelector) {
        return groupBy(keySelector, Grouped.with(null, origin.valueSerde()));
    }

    @Override
    public <KOut> KGroupedStream<KOut, V> groupBy(
            final KeyValueMapper<? super K, ? super V, KOut> keySelector, final Grouped<KOut, V> grouped) {
        given(keySelector, "keySelector");
        final GroupedView<KOut, V> view = new GroupedView<>(given(grouped, "grouped"));
        final String name = new NameChoice(view.name()).orFrom(graph.names(), Prefixes.SELECT_KEY);
        final StreamImpl<KOut, V> selected = child(
                name,
                StreamOperators.<K, V, KOut>selectKey(keySelector),
                CHANGES_KEYS,
                view.keySerde(),
                view.valueSerde());
        return new GroupedStreamImpl<>(graph, selected.node, selected.origin, true, view.name());
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> process(
            final ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            final String... stateStoreNames) {
        return process(processorSupplier, Named.as(graph.names().next(Prefixes.PROCESS)), stateStoreNames);
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> process(
            final ProcessorSupplier<? super K, ? super V, ? extends KOut, ? extends VOut> processorSupplier,
            final Named named,
            final String... stateStoreNames) {
        return processed(processorSupplier, processorSupplier, Traits.USER, null, named, stateStoreNames);
    }

    @Override
    public <VOut> KStream<K, VOut> processValues(
            final FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            final String... stateStoreNames) {
        return processValues(processorSupplier, Named.as(graph.names().next(Prefixes.PROCESS_VALUES)), stateStoreNames);
    }

    @Override
    public <VOut> KStream<K, VOut> processValues(
            final FixedKeyProcessorSupplier<? super K, ? super V, ? extends VOut> processorSupplier,
            final Named named,
            final String... stateStoreNames) {
        return processed(
                processorSupplier,
                new FixedKeyAdapter<>(processorSupplier),
                Traits.USER_FIXED_KEY,
                origin.keySerde(),
                named,
                stateStoreNames);
    }

    private <KOut, VOut> KStream<KOut, VOut> processed(
            final Supplier<?> given,
            final ProcessorSupplier<?, ?, ?, ?> supplier,
            final Traits traits,
            final @Nullable Serde<KOut> keySerde,
            final Named named,
            final String... stores) {
        TopologyBuilder.requireNewObjects(given);
        given(stores, "stateStoreNames");
        for (final String store : stores) {
            given(store, "state store name");
        }
        final String name = new NameChoice(given(named, "named")).required();
        final GraphNode processor = graph.processor(name, supplier, traits.declaredBy(given), stores);
        graph.add(node, processor);
        return new StreamImpl<>(graph, processor, origin.of(name, keySerde, null), rekeyed || traits.changesKey());
    }
}
