package org.stoatflow.streams.state;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.KeyValueHeadersSupplier;
import org.stoatflow.stores.KeyValueSupplier;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.SessionHeadersSupplier;
import org.stoatflow.stores.SessionSupplier;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.stores.VersionedSupplier;
import org.stoatflow.stores.WindowHeadersSupplier;
import org.stoatflow.stores.WindowSupplier;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.processor.StateStore;

/** Makes the suppliers and builders of the built-in state stores. */
public final class Stores {
    /** Creates an object without use; all methods are static. */
    public Stores() {}

    /**
     * A key-value store on disk, in RocksDB. It keeps no timestamps: under {@link #timestampedKeyValueStoreBuilder}
     * they read as -1.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier persistentKeyValueStore(String name) {
        return KeyValueSupplier.persistent(name, false);
    }

    /**
     * A key-value store on disk, in RocksDB, that keeps timestamps.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStore(String name) {
        return KeyValueSupplier.persistent(name, true);
    }

    /**
     * A key-value store on disk, in RocksDB, that keeps timestamps and headers. Under {@link
     * #timestampedKeyValueStoreBuilder} timestamps read as -1.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStoreWithHeaders(String name) {
        return new KeyValueHeadersSupplier(name);
    }

    /**
     * A key-value store in memory.
     *
     * @param name the store's name
     * @return the supplier
     */
    public static KeyValueBytesStoreSupplier inMemoryKeyValueStore(String name) {
        return KeyValueSupplier.inMemory(name);
    }

    /**
     * A key-value store in memory that keeps the entries that were used last. A put beyond that removes the entry that
     * was not read or put for the longest time, and the changelog has its deletion. Each partition has its own number
     * of entries. A stage with such a store runs by partition.
     *
     * @param name the store's name
     * @param maxCacheSize how many entries are kept
     * @return the supplier
     * @throws IllegalArgumentException if the number is negative
     */
    public static KeyValueBytesStoreSupplier lruMap(String name, int maxCacheSize) {
        return KeyValueSupplier.recent(name, maxCacheSize);
    }

    /**
     * A window store on disk, in RocksDB. It keeps no timestamps: under {@link #timestampedWindowStoreBuilder} they
     * read as -1.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its start a window is kept, in the time of the windows that are put; at
     *     least the windows' length and grace
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row, also for a key and a window that has one; such a store has
     *     no cache, and a put of null does nothing
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null, negative or too long for milliseconds, or the retention
     *     is less than the length of windows
     */
    public static WindowBytesStoreSupplier persistentWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return WindowSupplier.persistent(name, false, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * A window store on disk, in RocksDB, that keeps timestamps.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row, also for a key and a window that has one
     * @return the supplier
     * @throws IllegalArgumentException as {@link #persistentWindowStore} does
     */
    public static WindowBytesStoreSupplier persistentTimestampedWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return WindowSupplier.persistent(name, true, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * A window store on disk, in RocksDB, that keeps timestamps and headers. Under {@link
     * #timestampedWindowStoreBuilder} timestamps read as -1.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row, also for a key and a window that has one
     * @return the supplier
     * @throws IllegalArgumentException as {@link #persistentWindowStore} does
     */
    public static WindowBytesStoreSupplier persistentTimestampedWindowStoreWithHeaders(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return WindowHeadersSupplier.persistent(name, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * A window store in memory. Its ranges of keys come by window start first, those of stores on disk by segment and
     * key.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its start a window is kept
     * @param windowSize the length of windows
     * @param retainDuplicates whether each put adds a row, also for a key and a window that has one
     * @return the supplier
     * @throws IllegalArgumentException as {@link #persistentWindowStore} does
     */
    public static WindowBytesStoreSupplier inMemoryWindowStore(
            String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates)
            throws IllegalArgumentException {
        return WindowSupplier.inMemory(name, retentionPeriod, windowSize, retainDuplicates);
    }

    /**
     * A versioned store on disk, in RocksDB, which keeps what a key was before.
     *
     * @param name the store's name
     * @param historyRetention for how long a version can be read after a newer one has followed it, in the time of what
     *     is put; older puts are dropped
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null, negative, or too long for milliseconds
     */
    public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(String name, Duration historyRetention) {
        return VersionedSupplier.of(name, historyRetention);
    }

    /**
     * A versioned store on disk whose old versions leave by segments of a given length.
     *
     * @param name the store's name
     * @param historyRetention for how long a version can be read after a newer one has followed it
     * @param segmentInterval how much time the ends of those versions cover that leave together; at least a millisecond
     * @return the supplier
     * @throws IllegalArgumentException if a duration is null, too long for milliseconds, or too short
     */
    public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(
            String name, Duration historyRetention, Duration segmentInterval) {
        return VersionedSupplier.of(name, historyRetention, segmentInterval);
    }

    /**
     * A session store on disk, in RocksDB.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its end a session is kept, in the time of the sessions that are put; at
     *     least gap and grace
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null, negative or too long for milliseconds
     */
    public static SessionBytesStoreSupplier persistentSessionStore(String name, Duration retentionPeriod) {
        return SessionSupplier.persistent(name, retentionPeriod);
    }

    /**
     * A session store on disk, in RocksDB, that keeps headers.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its end a session is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null, negative or too long for milliseconds
     */
    public static SessionBytesStoreSupplier persistentSessionStoreWithHeaders(String name, Duration retentionPeriod) {
        return SessionHeadersSupplier.persistent(name, retentionPeriod);
    }

    /**
     * A session store in memory. Its ranges come by end first, those of stores on disk by segment and key.
     *
     * @param name the store's name
     * @param retentionPeriod for how long after its end a session is kept
     * @return the supplier
     * @throws IllegalArgumentException if the duration is null, negative or too long for milliseconds
     */
    public static SessionBytesStoreSupplier inMemorySessionStore(String name, Duration retentionPeriod) {
        return SessionSupplier.inMemory(name, retentionPeriod);
    }

    /**
     * Describes a key-value store. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores; its values must not be timestamped
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the builder
     */
    public static <K, V> StoreBuilder<KeyValueStore<K, V>> keyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        return new BuiltInStoreBuilder<>(
                StoreSettings.KeyValue.of(supplier, DslStoreFormat.PLAIN),
                supplier,
                new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a key-value store with timestamps. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of the plain values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestampedKeyValueStoreBuilder(
            KeyValueBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        return new BuiltInStoreBuilder<>(
                StoreSettings.KeyValue.of(supplier, DslStoreFormat.TIMESTAMPED),
                supplier,
                new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a key-value store with timestamps and headers. Caching is off by default, logging on. A changelog
     * record has the value's headers, that of a deletion those of the record in process. A supplier of a store on disk
     * that has no room for headers is accepted: they are logged, and read as none once the value has left the cache.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys, which is given the value's headers; null for the default one
     * @param valueSerde serde of the plain values, which is given the value's headers; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V>
            StoreBuilder<TimestampedKeyValueStoreWithHeaders<K, V>> timestampedKeyValueStoreWithHeadersBuilder(
                    KeyValueBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        return new BuiltInStoreBuilder<>(
                StoreSettings.KeyValue.of(supplier, DslStoreFormat.HEADERS),
                supplier,
                new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a window store. Caching is off by default, logging on. The changelog of a store that retains duplicates
     * is not compacted.
     *
     * @param supplier makes the inner stores; its values must not be timestamped
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the builder
     */
    public static <K, V> StoreBuilder<WindowStore<K, V>> windowStoreBuilder(
            WindowBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        StoreBuilder<WindowStore<K, V>> builder = windows(supplier, DslStoreFormat.PLAIN, keySerde, valueSerde);
        return supplier.retainDuplicates()
                ? builder.withLoggingEnabled(
                        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE))
                : builder;
    }

    /**
     * Describes a window store with timestamps. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of the plain values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V> StoreBuilder<TimestampedWindowStore<K, V>> timestampedWindowStoreBuilder(
            WindowBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        return windows(supplier, DslStoreFormat.TIMESTAMPED, keySerde, valueSerde);
    }

    /**
     * Describes a window store with timestamps and headers. Caching is off by default, logging on. Changelog records
     * have headers as those of {@link #timestampedKeyValueStoreWithHeadersBuilder}.
     *
     * @param supplier makes the inner stores; on disk with room for headers, or they are logged and read as none
     * @param keySerde serde of keys, which is given the value's headers; null for the default one
     * @param valueSerde serde of the plain values, which is given the value's headers; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V> StoreBuilder<TimestampedWindowStoreWithHeaders<K, V>> timestampedWindowStoreWithHeadersBuilder(
            WindowBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        return windows(supplier, DslStoreFormat.HEADERS, keySerde, valueSerde);
    }

    private static <T extends StateStore> StoreBuilder<T> windows(
            WindowBytesStoreSupplier supplier, DslStoreFormat values, Serde<?> keySerde, Serde<?> valueSerde) {
        requireScope(supplier);
        return new BuiltInStoreBuilder<>(
                StoreSettings.Window.of(supplier, values), supplier, new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a session store. Caching is off by default, logging on.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the builder
     */
    public static <K, V> StoreBuilder<SessionStore<K, V>> sessionStoreBuilder(
            SessionBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        requireScope(supplier);
        return new BuiltInStoreBuilder<>(
                StoreSettings.Session.of(supplier, false), supplier, new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a session store with headers. Caching is off by default, logging on. Changelog records have the value's
     * headers and the timestamp of the record in process; that of a deletion has the headers of that record, too.
     *
     * @param supplier makes the inner stores; on disk with room for headers, or they are logged and read as none
     * @param keySerde serde of keys, which is given the value's headers; null for the default one
     * @param valueSerde serde of the plain values, which is given the value's headers; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of the plain values
     * @return the builder
     */
    public static <K, V> StoreBuilder<SessionStoreWithHeaders<K, V>> sessionStoreWithHeadersBuilder(
            SessionBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        requireScope(supplier);
        return new BuiltInStoreBuilder<>(
                StoreSettings.Session.of(supplier, true), supplier, new SerdeChoice(keySerde, valueSerde));
    }

    /**
     * Describes a versioned store. It has no cache; logging is on by default.
     *
     * @param supplier makes the inner stores
     * @param keySerde serde of keys; null for the default one
     * @param valueSerde serde of values; null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the builder
     */
    public static <K, V> StoreBuilder<VersionedKeyValueStore<K, V>> versionedKeyValueStoreBuilder(
            VersionedBytesStoreSupplier supplier, Serde<K> keySerde, Serde<V> valueSerde) {
        requireScope(supplier);
        return new BuiltInStoreBuilder<>(
                StoreSettings.Versioned.of(supplier), supplier, new SerdeChoice(keySerde, valueSerde));
    }

    private static void requireScope(StoreSupplier<?> supplier) {
        Objects.requireNonNull(supplier, "supplier cannot be null");
        Objects.requireNonNull(supplier.metricsScope(), "storeSupplier's metricsScope can't be null");
    }
}
