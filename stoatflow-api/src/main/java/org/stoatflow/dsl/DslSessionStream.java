package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.AggregateRule;
import org.stoatflow.operator.SessionRule;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.EmitStrategy.StrategyType;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Merger;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Reducer;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;

/** A stream that is grouped by key and session. */
final class DslSessionStream<K, V> implements SessionWindowedKStream<K, V> {
    private final DslGroupedStream<K, V> grouped;
    private final Sessions sessions;
    private boolean finalResults;

    DslSessionStream(DslGroupedStream<K, V> grouped, SessionWindows windows) {
        this.grouped = grouped;
        sessions = new Sessions(windows);
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
    public KTable<Windowed<K>, Long> count(Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        return count(NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, Long> count(
            Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(materialized, "materialized can't be null");
        if (new WindowedMaterialized<>(materialized).storeName() == null) {
            grouped.graph().names().nextStore(Prefixes.AGGREGATE);
        }
        return doCount(named, materialized);
    }

    private KTable<Windowed<K>, Long> doCount(
            Named named, Materialized<K, Long, SessionStore<Bytes, byte[]>> materialized) {
        WindowedMaterialized<K, Long, SessionStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.AGGREGATE)
                .orElse(grouped.origin().keySerde(), Serdes.Long());
        return table(named, Prefixes.AGGREGATE, internals, SessionRule.counting());
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
            Reducer<V> reducer, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        return reduce(reducer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, V> reduce(
            Reducer<V> reducer, Named named, Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(reducer, "reducer can't be null");
        Objects.requireNonNull(named, "named can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        WindowedMaterialized<K, V, SessionStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.REDUCE)
                .orElse(grouped.origin().keySerde(), grouped.origin().valueSerde());
        return table(named, Prefixes.REDUCE, internals, SessionRule.reducing(AggregateRule.of(reducer)));
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger) {
        return aggregate(initializer, aggregator, sessionMerger, NameChoice.NONE);
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named) {
        return aggregate(
                initializer,
                aggregator,
                sessionMerger,
                named,
                Materialized.with(grouped.origin().keySerde(), null));
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, aggregator, sessionMerger, NameChoice.NONE, materialized);
    }

    @Override
    public <VOut> KTable<Windowed<K>, VOut> aggregate(
            Initializer<VOut> initializer,
            Aggregator<? super K, ? super V, VOut> aggregator,
            Merger<? super K, VOut> sessionMerger,
            Named named,
            Materialized<K, VOut, SessionStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer can't be null");
        Objects.requireNonNull(aggregator, "aggregator can't be null");
        Objects.requireNonNull(sessionMerger, "sessionMerger can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        WindowedMaterialized<K, VOut, SessionStore<Bytes, byte[]>> internals = new WindowedMaterialized<>(
                        materialized, grouped.graph().names(), Prefixes.AGGREGATE)
                .orElse(grouped.origin().keySerde(), null);
        return table(
                named,
                Prefixes.AGGREGATE,
                internals,
                new SessionRule<>(AggregateRule.of(initializer, aggregator), sessionMerger));
    }

    @Override
    public SessionWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy) {
        finalResults = Objects.requireNonNull(emitStrategy, "emitStrategy cannot be null")
                        .type()
                == StrategyType.ON_WINDOW_CLOSE;
        return this;
    }

    private <VOut> KTable<Windowed<K>, VOut> table(
            Named named,
            String prefix,
            WindowedMaterialized<K, VOut, SessionStore<Bytes, byte[]>> internals,
            SessionRule<K, V, VOut> rule) {
        String name = new NameChoice(named).orFrom(grouped.graph().names(), prefix);
        return grouped.table(
                name,
                internals.name(),
                sessions.aggregation(sessions.store(internals, finalResults), rule, finalResults),
                new TableResult<>(
                        sessions.serde(internals.keySerde()), internals.valueSerde(), internals.queryableName()));
    }
}
