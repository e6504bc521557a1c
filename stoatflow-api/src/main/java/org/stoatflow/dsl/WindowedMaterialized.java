package org.stoatflow.dsl;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * Reads what a {@link Materialized} of a window or session store holds, and names the store where the user has not.
 *
 * @param <S> the type of the inner store
 */
final class WindowedMaterialized<K, V, S extends StateStore> extends Materialized<K, V, S> {
    private final boolean queryable;

    /** Leaves a store without a name without one. */
    WindowedMaterialized(Materialized<K, V, S> materialized) {
        super(materialized);
        queryable = storeName() != null;
    }

    /** Gives a store without a name the next one from the counter. */
    WindowedMaterialized(Materialized<K, V, S> materialized, NameCounter counter, String prefix) {
        this(materialized);
        if (!queryable) {
            storeName = counter.unnamedStore(prefix, loggingEnabled);
        }
    }

    @Nullable
    String storeName() {
        return storeSupplier == null ? storeName : storeSupplier.name();
    }

    String name() {
        String name = storeName();
        if (name == null) {
            throw new IllegalStateException("A store needs a name");
        }
        return name;
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

    @Nullable
    StoreSupplier<S> supplier() {
        return storeSupplier;
    }

    /** The suppliers that the user chose; null for those of the configuration. */
    @Nullable
    DslStoreSuppliers suppliers() {
        return dslStoreSuppliers;
    }

    /** When the operator forwards, as it is told to suppliers. */
    static EmitStrategy emit(boolean finalResults) {
        return finalResults ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate();
    }

    WindowedMaterialized<K, V, S> orElse(@Nullable Serde<K> keys, @Nullable Serde<V> values) {
        if (keySerde == null) {
            keySerde = keys;
        }
        if (valueSerde == null) {
            valueSerde = values;
        }
        return this;
    }

    /**
     * For how long the store keeps what it is given.
     *
     * @param neededMs how long that is at least, and where the user says nothing
     * @throws IllegalArgumentException if the user says less
     */
    Duration retention(long neededMs) {
        if (retention != null && retention.toMillis() < neededMs) {
            throw new IllegalArgumentException(
                    "The store " + storeName() + " keeps windows for retention=" + retention.toMillis()
                            + " ms, and its operator needs them for " + neededMs
                            + " ms: give Materialized.withRetention at least that, or nothing");
        }
        return retention == null ? Duration.ofMillis(neededMs) : retention;
    }

    /** Sets what holds for stores of all kinds. */
    <T extends StateStore> StoreBuilder<T> configured(StoreBuilder<T> builder, boolean cacheable) {
        if (loggingEnabled) {
            builder.withLoggingEnabled(topicConfig);
        } else {
            builder.withLoggingDisabled();
        }
        return cachingEnabled && cacheable ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }
}
