package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.AggregateRule;
import org.stoatflow.operator.WindowedStore;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.EmitStrategy.StrategyType;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.WindowStore;

/** A stream that is grouped by key and by windows of a fixed length. */
final class DslTimeWindowedStream<K, V> implements TimeWindowedKStream<K, V> {
    private final DslGroupedStream<K, V> grouped;
    private final FixedWindows windows;
    private boolean finalResults;

    DslTimeWindowedStream(DslGroupedStream<K, V> grouped, FixedWindows windows) {
        this.grouped = grouped;
        this.windows = windows;
    }

    @Override
    public KTable<Windowed<K>, Long> count() {
        return count(NameChoice.NONE);
    }

    @Override
    public KTable<Windowed<K>, Long> count(Named named) {
        return doCount(named, Materialized.with(grouped.origin().keySerde(), Serdes.Long()));
    }

    @Override
    public KTable<Windowed<K>, Long> count(Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        return count(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, Long> count(
            Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(materialized, "materialized can't be null");
        if (windows.skipsStoreName() && new WindowedMaterialized<>(materialized).storeName() == null) {
            grouped.graph().names().nextStore(Prefixes.AGGREGATE);
        }
        return doCount(named, materialized);
    }

    private KTable<Windowed<K>, Long> doCount(
            Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized) {
        WindowedMaterialized<K, Long, WindowStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.AGGREGATE)
                .orElse(grouped.origin().keySerde(), Serdes.Long());
        return table(named, Prefixes.AGGREGATE, internals, AggregateRule.counting());
    }

    @Override
    public KTable<Windowed<K>, V> reduce(Reducer<V> reducer) {
        return reduce(reducer, NameChoice.NONE);
    }

    @Override
    public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named) {
        return reduce(
                reducer,
                named,
                Materialized.with(grouped.origin().keySerde(), grouped.origin().valueSerde()));
    }

    @Override
    public KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(reducer, "reducer can't be null");
        Objects.requireNonNull(named, "named can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        WindowedMaterialized<K, V, WindowStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.REDUCE)
                .orElse(grouped.origin().keySerde(), grouped.origin().valueSerde());
        return table(named, Prefixes.REDUCE, internals, AggregateRule.of(reducer));
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator) {
        return aggregate(initializer, aggregator, NameChoice.NONE);
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer, Aggregator<? super K, ? super V, VOut> aggregator, Named named) {
        return aggregate(
                initializer,
                aggregator,
                named,
                Materialized.with(grouped.origin().keySerde(), null));
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, NameChoice.NONE, materialized);
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Named named,
            Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer can't be null");
        Objects.requireNonNull(aggregator, "aggregator can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        WindowedMaterialized<K, VOut, WindowStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.AGGREGATE)
                .orElse(grouped.origin().keySerde(), null);
        return table(named, Prefixes.AGGREGATE, internals, AggregateRule.of(initializer, aggregator));
    }

    @Override
    public TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
        boolean onClose = Objects.requireNonNull(emitStrategy, "emitStrategy cannot be null")
                        .type()
                == StrategyType.ON_WINDOW_CLOSE;
        if (onClose && !windows.close()) {
            throw new IllegalArgumentException(
                    "Unlimited windows never close, so ON_WINDOW_CLOSE cannot be their emit strategy");
        }
        finalResults = onClose;
        return this;
    }

    private <VOut> KTable<Windowed<K>, VOut> table(
            Named named,
            String prefix,
            WindowedMaterialized<K, VOut, WindowStore<Bytes, byte[]>> internals,
            AggregateRule<K, V, VOut> rule) {
        String name = new NameChoice(named).orFrom(grouped.graph().names(), prefix);
        WindowedStore<TimestampedWindowStore<K, VOut>> store = windows.store(internals, finalResults);
        return grouped.table(
                name,
                store.name(),
                windows.aggregation(store, rule, finalResults),
                new TableResult<>(
                        windows.serde(internals.keySerde()), internals.valueSerde(), internals.queryableName()));
    }
}
