package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.ForeachAction;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.kstream.ValueMapper;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.topology.Traits;

/** A stream's operators that look at one record at a time, and keep no state. Each is one node below the stream's. */
abstract class RecordwiseStream<K, V> implements KStream<K, V> {
    static final Traits KEEPS_KEYS = new Traits(true, false);
    static final Traits CHANGES_KEYS = new Traits(true, true);

    final GraphBuilder graph;
    final Origin<K, V> origin;

    RecordwiseStream(GraphBuilder graph, Origin<K, V> origin) {
        this.graph = graph;
        this.origin = origin;
    }

    /** Adds a node below the stream's, and gives the stream of the records that this node forwards. */
    abstract <KOut, VOut> DslStream<KOut, VOut> child(
            String name,
            ProcessorSupplier<K, V, KOut, VOut> supplier,
            Traits traits,
            @Nullable Serde<KOut> keySerde,
            @Nullable Serde<VOut> valueSerde);

    private static <K, V> KStream<K, V> changedValues(DslStream<K, V> stream) {
        stream.node().is(GraphNode.Role.CHANGES_VALUES);
        return stream;
    }

    static <K, V, VOut> ValueMapperWithKey<K, V, VOut> ignoringKey(ValueMapper<V, VOut> mapper) {
        Objects.requireNonNull(mapper, "mapper cannot be null");
        return (key, value) -> mapper.apply(value);
    }

    static <K, V1, V2, VOut> ValueJoinerWithKey<K, V1, V2, VOut> ignoringKey(ValueJoiner<V1, V2, VOut> joiner) {
        Objects.requireNonNull(joiner, "joiner cannot be null");
        return (key, value1, value2) -> joiner.apply(value1, value2);
    }

    static <T> T given(T argument, String name) {
        return Objects.requireNonNull(argument, () -> name + " cannot be null");
    }

    final String named(Named named, String prefix) {
        return new NameChoice(given(named, "named")).orFrom(graph.names(), prefix);
    }

    @Override
    public KStream<K, V> filter(Predicate<? super K, ? super V> predicate) {
        return filter(predicate, NameChoice.NONE);
    }

    @Override
    public KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, true, named);
    }

    @Override
    public KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
        return filterNot(predicate, NameChoice.NONE);
    }

    @Override
    public KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
        return filter(predicate, false, named);
    }

    private KStream<K, V> filter(Predicate<? super K, ? super V> predicate, boolean wanted, Named named) {
        given(predicate, "predicate");
        return child(
                named(named, Prefixes.FILTER),
                StreamOperators.filter(predicate, wanted),
                KEEPS_KEYS,
                origin.keySerde(),
                origin.valueSerde());
    }

    @Override
    public <KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper) {
        return selectKey(mapper, NameChoice.NONE);
    }

    @Override
    public <KOut> KStream<KOut, V> selectKey(KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named) {
        given(mapper, "mapper");
        return child(
                named(named, Prefixes.SELECT_KEY),
                StreamOperators.<K, V, KOut>selectKey(mapper),
                CHANGES_KEYS,
                null,
                origin.valueSerde());
    }

    @Override
    public <VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper) {
        return mapValues(ignoringKey(mapper), NameChoice.NONE);
    }

    @Override
    public <VOut> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper, Named named) {
        return mapValues(ignoringKey(mapper), named);
    }

    @Override
    public <VOut> KStream<K, VOut> mapValues(ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
        return mapValues(mapper, NameChoice.NONE);
    }

    @Override
    public <VOut> KStream<K, VOut> mapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named) {
        given(mapper, "mapper");
        return changedValues(child(
                named(named, Prefixes.MAP_VALUES),
                StreamOperators.<K, V, VOut>mapValues(mapper),
                KEEPS_KEYS,
                origin.keySerde(),
                null));
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
        return map(mapper, NameChoice.NONE);
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> map(
            KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
            Named named) {
        given(mapper, "mapper");
        return child(
                named(named, Prefixes.MAP), StreamOperators.<K, V, KOut, VOut>map(mapper), CHANGES_KEYS, null, null);
    }

    @Override
    public <KOut, VOut> KStream<KOut, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>>
                    mapper) {
        return flatMap(mapper, NameChoice.NONE);
    }

    @Override
    public <KR, VOut> KStream<KR, VOut> flatMap(
            KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KR, ? extends VOut>>>
                    mapper,
            Named named) {
        given(mapper, "mapper");
        return child(
                named(named, Prefixes.FLAT_MAP),
                StreamOperators.<K, V, KR, VOut>flatMap(mapper),
                CHANGES_KEYS,
                null,
                null);
    }

    @Override
    public <VOut> KStream<K, VOut> flatMapValues(ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper) {
        return flatMapValues(ignoringKey(mapper), NameChoice.NONE);
    }

    @Override
    public <VOut> KStream<K, VOut> flatMapValues(
            ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
        return flatMapValues(ignoringKey(mapper), named);
    }

    @Override
    public <VOut> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
        return flatMapValues(mapper, NameChoice.NONE);
    }

    @Override
    public <VOut> KStream<K, VOut> flatMapValues(
            ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
        given(mapper, "mapper");
        return changedValues(child(
                named(named, Prefixes.FLAT_MAP_VALUES),
                StreamOperators.<K, V, VOut>flatMapValues(mapper),
                KEEPS_KEYS,
                origin.keySerde(),
                null));
    }

    @Override
    public void print(Printed<K, V> printed) {
        PrintedInternals<K, V> internals = new PrintedInternals<>(given(printed, "printed"));
        String name = internals.name().orFrom(graph.names(), Prefixes.PRINT);
        child(name, internals.printer(origin.name()), KEEPS_KEYS, null, null);
    }

    @Override
    public void foreach(ForeachAction<? super K, ? super V> action) {
        foreach(action, NameChoice.NONE);
    }

    @Override
    public void foreach(ForeachAction<? super K, ? super V> action, Named named) {
        given(action, "action");
        child(named(named, Prefixes.FOREACH), StreamOperators.<K, V>foreach(action), KEEPS_KEYS, null, null);
    }

    @Override
    public KStream<K, V> peek(ForeachAction<? super K, ? super V> action) {
        return peek(action, NameChoice.NONE);
    }

    @Override
    public KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named) {
        given(action, "action");
        return child(
                named(named, Prefixes.PEEK),
                StreamOperators.peek(action),
                KEEPS_KEYS,
                origin.keySerde(),
                origin.valueSerde());
    }
}
