package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.AggregateRule;
import org.stoatflow.operator.WindowedStore;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.TimeWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.WindowStore;

/** Several streams that are grouped by key and by windows of a fixed length. */
final class DslCogroupedWindows<K, V> implements TimeWindowedCogroupedKStream<K, V> {
    private final DslCogroupedStream<K, V> cogrouped;
    private final FixedWindows windows;

    DslCogroupedWindows(DslCogroupedStream<K, V> cogrouped, FixedWindows windows) {
        this.cogrouped = cogrouped;
        this.windows = windows;
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer) {
        return aggregate(initializer, NameChoice.NONE);
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Named named) {
        return aggregate(initializer, named, Materialized.with(null, null));
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Named named, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer can't be null");
        Objects.requireNonNull(named, "named can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        WindowedMaterialized<K, V, WindowStore<Bytes, byte[]>> internals =
                new WindowedMaterialized<>(materialized, cogrouped.graph().names(), Prefixes.COGROUP_AGGREGATE);
        WindowedStore<TimestampedWindowStore<K, V>> store = windows.store(internals, false);
        return cogrouped.table(
                new NameChoice(named),
                store.name(),
                new TableResult<>(
                        windows.serde(internals.keySerde()), internals.valueSerde(), internals.queryableName()),
                aggregator -> windows.aggregation(store, AggregateRule.of(initializer, aggregator), false));
    }
}
