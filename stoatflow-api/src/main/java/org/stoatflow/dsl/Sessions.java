package org.stoatflow.dsl;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.SessionAggregation;
import org.stoatflow.operator.SessionRule;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.operator.WindowedStore;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.WindowedSerdes.SessionWindowedSerde;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** The store, the serde and the operators of sessions. */
record Sessions(SessionWindows windows) {
    <K, V> WindowedStore<SessionStore<K, V>> store(
            WindowedMaterialized<K, V, SessionStore<Bytes, byte[]>> materialized, boolean finalResults) {
        String name = materialized.name();
        Duration retention = materialized.retention(windows.inactivityGap() + windows.gracePeriodMs());
        StoreBuilder<SessionStore<K, V>> builder;
        if (materialized.supplier() instanceof SessionBytesStoreSupplier given) {
            builder = over(given, materialized);
        } else {
            EmitStrategy emit = WindowedMaterialized.emit(finalResults);
            builder = new DslStoreBuilder<>(
                    name,
                    materialized.suppliers(),
                    DslStoreFormat.PLAIN,
                    (suppliers, format) -> over(
                            suppliers.sessionStore(new DslSessionParams(name, retention, emit, format)), materialized));
        }
        return new WindowedStore<>(name, materialized.configured(builder, !finalResults));
    }

    /** The operator asks a store with headers for one without ({@link WindowedStore}). */
    @SuppressWarnings("unchecked")
    private static <K, V> StoreBuilder<SessionStore<K, V>> over(
            SessionBytesStoreSupplier supplier, WindowedMaterialized<K, V, SessionStore<Bytes, byte[]>> materialized) {
        StoreBuilder<? extends StateStore> builder = supplier instanceof HeadersBytesStoreSupplier
                ? Stores.sessionStoreWithHeadersBuilder(supplier, materialized.keySerde(), materialized.valueSerde())
                : Stores.sessionStoreBuilder(supplier, materialized.keySerde(), materialized.valueSerde());
        return (StoreBuilder<SessionStore<K, V>>) builder;
    }

    <K, V, VAgg> TableSupplier<Windowed<K>, V, VAgg> aggregation(
            WindowedStore<SessionStore<K, VAgg>> store, SessionRule<K, V, VAgg> rule, boolean finalResults) {
        return new SessionAggregation<>(store, windows, rule, finalResults);
    }

    /** The serde of sessions, if that of keys is known. */
    <K> @Nullable Serde<Windowed<K>> serde(@Nullable Serde<K> keys) {
        return keys == null ? null : new SessionWindowedSerde<>(keys);
    }
}
