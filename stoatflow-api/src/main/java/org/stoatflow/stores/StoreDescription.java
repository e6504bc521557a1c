package org.stoatflow.stores;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * A state store, as data. Immutable.
 *
 * @param kind what processors see
 * @param name the store's name
 * @param persistent whether it survives the process; not known, and false, where there is a {@code customSupplier}
 * @param keepsTimestamps whether a timestamp put into the store can be read back; false for a timestamped store over a
 *     persistent supplier without timestamps, whose timestamps read as -1
 * @param keySerde serde of keys; null for the default one
 * @param valueSerde serde of the plain values; null for the default one
 * @param caching whether updates are held back and merged until a commit
 * @param logging whether there is a changelog
 * @param logConfig topic configuration of the changelog
 * @param customSupplier the user's own supplier of the inner stores; null for a built-in store
 */
public record StoreDescription(
        StoreKind kind,
        String name,
        boolean persistent,
        boolean keepsTimestamps,
        @Nullable Serde<?> keySerde,
        @Nullable Serde<?> valueSerde,
        boolean caching,
        boolean logging,
        Map<String, String> logConfig,
        @Nullable StoreSupplier<?> customSupplier) {
    /** Makes a copy of what could still change. */
    public StoreDescription {
        logConfig = Map.copyOf(logConfig);
    }

    /**
     * Describes a store that is made by a supplier.
     *
     * @param kind what processors see
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of the plain values; null for the default one
     * @param caching whether updates are held back and merged until a commit
     * @param builder tells of the changelog
     * @return the description
     */
    public static StoreDescription of(
            final StoreKind kind,
            final StoreSupplier<?> supplier,
            final @Nullable Serde<?> keySerde,
            final @Nullable Serde<?> valueSerde,
            final boolean caching,
            final StoreBuilder<?> builder) {
        final @Nullable KeyValueSupplier builtIn = supplier instanceof KeyValueSupplier known ? known : null;
        return new StoreDescription(
                kind,
                builder.name(),
                builtIn != null && builtIn.persistent(),
                kind == StoreKind.TIMESTAMPED_KEY_VALUE && (builtIn == null || builtIn.timestamped()),
                keySerde,
                valueSerde,
                caching,
                builder.loggingEnabled(),
                builder.logConfig(),
                builtIn == null ? supplier : null);
    }

    /**
     * The same store with or without a cache.
     *
     * @param withCache whether updates are held back and merged until a commit
     * @return the description
     */
    public StoreDescription withCaching(final boolean withCache) {
        return withCache == caching
                ? this
                : new StoreDescription(
                        kind,
                        name,
                        persistent,
                        keepsTimestamps,
                        keySerde,
                        valueSerde,
                        withCache,
                        logging,
                        logConfig,
                        customSupplier);
    }
}
