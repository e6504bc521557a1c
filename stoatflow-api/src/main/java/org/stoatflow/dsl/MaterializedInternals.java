package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.TableStore;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.HeadersBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;

/** Reads what a {@link Materialized} holds, and names the store where the user has not. */
final class MaterializedInternals<K, V> extends Materialized<K, V, KeyValueStore<Bytes, byte[]>> {
    private final boolean queryable;

    /** Leaves a store without a name without one. */
    MaterializedInternals(Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        super(materialized);
        queryable = storeName() != null;
    }

    /** Gives a store without a name the next one from the counter. */
    MaterializedInternals(
            Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized, NameCounter counter, String prefix) {
        this(materialized);
        if (!queryable) {
            storeName = counter.unnamedStore(prefix, loggingEnabled);
        }
    }

    @Nullable
    String storeName() {
        return storeSupplier == null ? storeName : storeSupplier.name();
    }

    @Nullable
    String queryableName() {
        return queryable ? storeName() : null;
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V> valueSerde() {
        return valueSerde;
    }

    MaterializedInternals<K, V> orElse(@Nullable Serde<K> keys, @Nullable Serde<V> values) {
        if (keySerde == null) {
            keySerde = keys;
        }
        if (valueSerde == null) {
            valueSerde = values;
        }
        return this;
    }

    TableStore<K, V> store() {
        String name = storeName();
        if (name == null) {
            throw new IllegalStateException("A store needs a name");
        }
        StoreBuilder<?> builder =
                storeSupplier instanceof KeyValueBytesStoreSupplier given ? over(given) : supplied(name);
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
        if (cachingEnabled && !isVersioned()) {
            builder.withCachingEnabled();
        }
        return new TableStore<>(name, builder, historyMs());
    }

    /** Whether the user has given a supplier of versioned stores. */
    boolean isVersioned() {
        return storeSupplier instanceof VersionedBytesStoreSupplier;
    }

    private long historyMs() {
        return storeSupplier instanceof VersionedBytesStoreSupplier versions
                ? versions.historyRetentionMs()
                : TableStore.NO_HISTORY;
    }

    private StoreBuilder<StateStore> supplied(String name) {
        return new DslStoreBuilder<>(
                name,
                dslStoreSuppliers,
                DslStoreFormat.TIMESTAMPED,
                (suppliers, format) -> over(suppliers.keyValueStore(new DslKeyValueParams(name, format))));
    }

    @SuppressWarnings("unchecked") // what the store is, its operators ask it
    private StoreBuilder<StateStore> over(KeyValueBytesStoreSupplier supplier) {
        StoreBuilder<? extends StateStore> builder = switch (supplier) {
            case VersionedBytesStoreSupplier versioned ->
                Stores.versionedKeyValueStoreBuilder(versioned, keySerde, valueSerde);
            case HeadersBytesStoreSupplier headers ->
                Stores.timestampedKeyValueStoreWithHeadersBuilder(supplier, keySerde, valueSerde);
            default -> Stores.timestampedKeyValueStoreBuilder(supplier, keySerde, valueSerde);
        };
        return (StoreBuilder<StateStore>) builder;
    }
}
