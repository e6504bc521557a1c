package org.stoatflow.dsl;

import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.AggregateRule;
import org.stoatflow.operator.SessionRule;
import org.stoatflow.operator.WindowedStore;
import org.stoatflow.streams.kstream.Initializer;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Merger;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.SessionWindowedCogroupedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;

/** Several streams that are grouped by key and session. */
final class DslCogroupedSessions<K, V> implements SessionWindowedCogroupedKStream<K, V> {
    private final DslCogroupedStream<K, V> cogrouped;
    private final Sessions sessions;

    DslCogroupedSessions(DslCogroupedStream<K, V> cogrouped, SessionWindows windows) {
        this.cogrouped = cogrouped;
        sessions = new Sessions(windows);
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(Initializer<V> initializer, Merger<? super K, V> sessionMerger) {
        return aggregate(initializer, sessionMerger, NameChoice.NONE);
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer, Merger<? super K, V> sessionMerger, Named named) {
        return aggregate(initializer, sessionMerger, named, Materialized.with(null, null));
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        return aggregate(initializer, sessionMerger, NameChoice.NONE, materialized);
    }

    @Override
    public KTable<Windowed<K>, V> aggregate(
            Initializer<V> initializer,
            Merger<? super K, V> sessionMerger,
            Named named,
            Materialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(initializer, "initializer can't be null");
        Objects.requireNonNull(sessionMerger, "sessionMerger can't be null");
        Objects.requireNonNull(materialized, "materialized can't be null");
        Objects.requireNonNull(named, "named can't be null");
        WindowedMaterialized<K, V, SessionStore<Bytes, byte[]>> internals =
                new WindowedMaterialized<>(materialized, cogrouped.graph().names(), Prefixes.COGROUP_AGGREGATE);
        WindowedStore<SessionStore<K, V>> store = sessions.store(internals, false);
        return cogrouped.table(
                new NameChoice(named),
                store.name(),
                new TableResult<>(
                        sessions.serde(internals.keySerde()), internals.valueSerde(), internals.queryableName()),
                aggregator -> sessions.aggregation(
                        store, new SessionRule<>(AggregateRule.of(initializer, aggregator), sessionMerger), false));
    }
}
