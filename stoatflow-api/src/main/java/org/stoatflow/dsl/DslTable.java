package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.operator.TableMapping;
import org.stoatflow.operator.TableRegrouping;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.operator.TableTransformation;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.ValueMapper;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.kstream.ValueTransformerWithKeySupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.Traits;

/** A table: its node in the graph, and the operators of tables. */
final class DslTable<K, V> extends JoinableTable<K, V> {
    static final Traits TRAITS = new Traits(true, false);

    private final GraphBuilder graph;
    private final GraphNode node;
    private final Origin<K, V> origin;
    private final TableSupplier<K, ?, V> supplier;
    private final @Nullable String queryableName;

    DslTable(
            GraphBuilder graph,
            GraphNode node,
            Origin<K, V> origin,
            TableSupplier<K, ?, V> supplier,
            @Nullable String queryableName) {
        this.graph = graph;
        this.node = node;
        this.origin = origin;
        this.supplier = supplier;
        this.queryableName = queryableName;
    }

    @Override
    DslTable<K, V> self() {
        return this;
    }

    GraphBuilder graph() {
        return graph;
    }

    GraphNode node() {
        return node;
    }

    Origin<K, V> origin() {
        return origin;
    }

    TableSupplier<K, ?, V> supplier() {
        return supplier;
    }

    @Override
    public @Nullable Serde<K> keySerde() {
        return origin.keySerde();
    }

    @Override
    public @Nullable Serde<V> valueSerde() {
        return origin.valueSerde();
    }

    @Override
    public @Nullable String queryableStoreName() {
        return queryableName;
    }

    @Override
    public KTable<K, V> filter(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, true, NameChoice.NONE, null);
    }

    @Override
    public KTable<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, true, named, null);
    }

    @Override
    public KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, true, named, given(materialized));
    }

    @Override
    public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, false, NameChoice.NONE, null);
    }

    @Override
    public KTable<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, false, named, null);
    }

    @Override
    public KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filterNot(predicate, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<K, V> filterNot(
            Predicate<? super K, ? super V> predicate,
            Named named,
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return filter(predicate, false, named, given(materialized));
    }

    private KTable<K, V> filter(
            Predicate<? super K, ? super V> predicate,
            boolean wanted,
            Named named,
            @Nullable MaterializedInternals<K, V> internals) {
        Objects.requireNonNull(predicate, "predicate cannot be null");
        if (internals != null) {
            skipStoreName(internals, Prefixes.TABLE_FILTER);
        }
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.TABLE_FILTER);
        TableSupplier<K, Change<V>, V> filter =
                TableMapping.filter(supplier, predicate, wanted, kept(internals), internals == null);
        return table(name, internals, filter, origin.valueSerde());
    }

    @Override
    public <VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper) {
        return mapValues(RecordwiseStream.ignoringKey(mapper), NameChoice.NONE, (MaterializedInternals<K, VR>) null);
    }

    @Override
    public <VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper) {
        return mapValues(mapper, NameChoice.NONE, (MaterializedInternals<K, VR>) null);
    }

    @Override
    public <VR> KTable<K, VR> mapValues(ValueMapper<? super V, ? extends VR> mapper, Named named) {
        return mapValues(RecordwiseStream.ignoringKey(mapper), named, (MaterializedInternals<K, VR>) null);
    }

    @Override
    public <VR> KTable<K, VR> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper, Named named) {
        return mapValues(mapper, named, (MaterializedInternals<K, VR>) null);
    }

    @Override
    public <VR> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(RecordwiseStream.ignoringKey(mapper), NameChoice.NONE, given(materialized));
    }

    @Override
    public <VR> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(mapper, NameChoice.NONE, given(materialized));
    }

    @Override
    public <VR> KTable<K, VR> mapValues(
            ValueMapper<? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(RecordwiseStream.ignoringKey(mapper), named, given(materialized));
    }

    @Override
    public <VR> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
        return mapValues(mapper, named, given(materialized));
    }

    private <VR> KTable<K, VR> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VR> mapper,
            Named named,
            @Nullable MaterializedInternals<K, VR> internals) {
        Objects.requireNonNull(mapper, "mapper cannot be null");
        if (internals != null) {
            skipStoreName(internals, Prefixes.TABLE_MAP_VALUES);
        }
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.TABLE_MAP_VALUES);
        TableSupplier<K, Change<V>, VR> mapping =
                TableMapping.mapValues(supplier, mapper, kept(internals), internals == null);
        return table(name, internals, mapping, null);
    }

    @Override
    public KTable<K, V> suppress(Suppressed<? super K> suppressed) {
        return TableSuppressions.suppress(this, suppressed);
    }

    @Override
    public KStream<K, V> toStream() {
        return toStream(NameChoice.NONE);
    }

    @Override
    public KStream<K, V> toStream(Named named) {
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.TABLE_TO_STREAM);
        GraphNode stream = graph.processor(
                name, StreamOperators.<K, Change<V>, V>mapValues((key, change) -> change.newValue()), TRAITS);
        graph.add(node, stream);
        return new DslStream<>(graph, stream, origin.of(name, origin.keySerde(), origin.valueSerde()), false);
    }

    @Override
    public <KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper) {
        return toStream().selectKey(mapper);
    }

    @Override
    public <KR> KStream<KR, V> toStream(KeyValueMapper<? super K, ? super V, ? extends KR> mapper, Named named) {
        return toStream(named).selectKey(mapper);
    }

    @Override
    public <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            String... stateStoreNames) {
        return transformed(transformerSupplier, NameChoice.NONE, null, stateStoreNames);
    }

    @Override
    public <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Named named,
            String... stateStoreNames) {
        return transformed(transformerSupplier, named, null, stateStoreNames);
    }

    @Override
    public <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            String... stateStoreNames) {
        return transformed(transformerSupplier, NameChoice.NONE, given(materialized), stateStoreNames);
    }

    @Override
    public <VR> KTable<K, VR> transformValues(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformerSupplier,
            Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized,
            Named named,
            String... stateStoreNames) {
        return transformed(transformerSupplier, named, given(materialized), stateStoreNames);
    }

    private <VR> KTable<K, VR> transformed(
            ValueTransformerWithKeySupplier<? super K, ? super V, ? extends VR> transformers,
            Named named,
            @Nullable MaterializedInternals<K, VR> internals,
            String... stores) {
        Objects.requireNonNull(transformers, "transformerSupplier cannot be null");
        Objects.requireNonNull(named, "named cannot be null");
        Objects.requireNonNull(stores, "stateStoreNames cannot be null");
        String name = new NameChoice(named).orFrom(graph.names(), Prefixes.TABLE_TRANSFORM_VALUES);
        TableTransformation<K, V, VR> transformation =
                new TableTransformation<>(supplier, transformers, kept(internals), internals == null);
        return table(name, internals, transformation, null, Traits.USER_FIXED_KEY.declaredBy(transformers), stores);
    }

    @Override
    public <KR, VR> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector) {
        return groupBy(selector, Grouped.with(null, null));
    }

    @Override
    public <KR, VR> KGroupedTable<KR, VR> groupBy(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KR, ? extends VR>> selector,
            Grouped<KR, VR> grouped) {
        Objects.requireNonNull(selector, "selector cannot be null");
        GroupedInternals<KR, VR> internals =
                new GroupedInternals<>(Objects.requireNonNull(grouped, "grouped cannot be null"));
        String name = new NameChoice(internals.name()).orFrom(graph.names(), Prefixes.TABLE_SELECT_KEY);
        GraphNode selected = graph.processor(
                name, new TableRegrouping<K, V, KR, VR>(selector, supplier.versioned()), RecordwiseStream.CHANGES_KEYS);
        graph.add(node, selected);
        supplier.sendOldValues(true);
        return new DslGroupedTable<>(graph, selected, internals);
    }

    /** Takes a store name from the counter that is not used: a table without a name for its store is not kept. */
    private void skipStoreName(MaterializedInternals<?, ?> internals, String prefix) {
        if (internals.storeName() == null) {
            graph.names().nextStore(prefix);
        }
    }

    /** The store of a table that is kept only if it has a name. */
    private static <K, V> @Nullable TableStore<K, V> kept(@Nullable MaterializedInternals<K, V> internals) {
        return internals == null || internals.queryableName() == null ? null : internals.store();
    }

    private static <K, V> MaterializedInternals<K, V> given(
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        return new MaterializedInternals<>(Objects.requireNonNull(materialized, "materialized cannot be null"));
    }

    /**
     * Makes a table. Where its own serdes are not given, it knows those of its parent; its store then has the default
     * ones.
     */
    private <VR> KTable<K, VR> table(
            String name,
            @Nullable MaterializedInternals<K, VR> internals,
            TableSupplier<K, Change<V>, VR> newSupplier,
            @Nullable Serde<VR> inherited) {
        return table(name, internals, newSupplier, inherited, TRAITS);
    }

    private <VR> KTable<K, VR> table(
            String name,
            @Nullable MaterializedInternals<K, VR> internals,
            TableSupplier<K, Change<V>, VR> newSupplier,
            @Nullable Serde<VR> inherited,
            Traits traits,
            String... stores) {
        GraphNode table = graph.processor(name, newSupplier, traits, stores);
        graph.add(node, table);
        Serde<K> keySerde =
                internals == null || internals.keySerde() == null ? origin.keySerde() : internals.keySerde();
        Serde<VR> valueSerde = internals == null || internals.valueSerde() == null ? inherited : internals.valueSerde();
        return new DslTable<>(
                graph,
                table,
                origin.of(name, keySerde, valueSerde),
                newSupplier,
                internals == null ? null : internals.queryableName());
    }
}
