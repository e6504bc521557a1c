package org.stoatflow.streams.kstream;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.stores.Millis;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreSupplier;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.state.WindowStore;

/**
 * How to keep the state of an operator. Its methods change it and return it. Logging and caching are on by default.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @param <S> the type of the store
 */
public class Materialized<K, V, S extends StateStore> {
    /** Makes the inner store; null for the default kind. */
    protected StoreSupplier<S> storeSupplier;

    /** The store's name; null for one from the counter. */
    protected String storeName;

    /** Serde of values; null for the operator's, else the default one. */
    protected Serde<V> valueSerde;

    /** Serde of keys; null for the operator's, else the default one. */
    protected Serde<K> keySerde;

    /** Whether the store has a changelog. */
    protected boolean loggingEnabled = true;

    /** Whether updates are held back and merged until a commit. */
    protected boolean cachingEnabled = true;

    /** Topic configuration of the changelog. */
    protected Map<String, String> topicConfig = new HashMap<>();

    /** For how long a window or session store keeps what it is given; null for what the windows need. */
    protected Duration retention;

    /** Supply the inner store where no supplier is given; null for those of the configuration. */
    protected DslStoreSuppliers dslStoreSuppliers;

    /** The kinds of stores that come with the library. */
    public enum StoreType implements DslStoreSuppliers {
        /** On disk. */
        ROCKS_DB(BuiltInDslStoreSuppliers.ROCKS_DB),
        /** In memory. */
        IN_MEMORY(BuiltInDslStoreSuppliers.IN_MEMORY);

        private final DslStoreSuppliers suppliers;

        StoreType(DslStoreSuppliers suppliers) {
            this.suppliers = suppliers;
        }

        @Override
        public void configure(Map<String, ?> configs) {
            suppliers.configure(configs);
        }

        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return suppliers.keyValueStore(params);
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            return suppliers.windowStore(params);
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return suppliers.sessionStore(params);
        }
    }

    private Materialized(StoreSupplier<S> storeSupplier) {
        this.storeSupplier = storeSupplier;
    }

    private Materialized(String storeName) {
        this.storeName = storeName;
    }

    private Materialized(DslStoreSuppliers dslStoreSuppliers) {
        this.dslStoreSuppliers = dslStoreSuppliers;
    }

    /**
     * Copies.
     *
     * @param materialized what to copy
     */
    protected Materialized(Materialized<K, V, S> materialized) {
        storeSupplier = materialized.storeSupplier;
        storeName = materialized.storeName;
        keySerde = materialized.keySerde;
        valueSerde = materialized.valueSerde;
        loggingEnabled = materialized.loggingEnabled;
        cachingEnabled = materialized.cachingEnabled;
        topicConfig = materialized.topicConfig;
        retention = materialized.retention;
        dslStoreSuppliers = materialized.dslStoreSuppliers;
    }

    /**
     * A store from these suppliers, with a name from the counter. They win over those of the configuration.
     *
     * @param storeSuppliers a {@link StoreType}, or suppliers of the user's own
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return how to keep the state
     */
    public static <K, V, S extends StateStore> Materialized<K, V, S> as(DslStoreSuppliers storeSuppliers) {
        return new Materialized<>(Objects.requireNonNull(storeSuppliers, "store type can't be null"));
    }

    /**
     * A store of this name, which queries can find.
     *
     * @param storeName the name
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return how to keep the state
     * @throws TopologyException if it cannot be a name
     */
    public static <K, V, S extends StateStore> Materialized<K, V, S> as(String storeName) {
        Named.validate(storeName);
        return new Materialized<>(storeName);
    }

    /**
     * A store from this supplier, which queries can find by its name.
     *
     * @param supplier makes the inner store
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to keep the state
     */
    public static <K, V> Materialized<K, V, KeyValueStore<Bytes, byte[]>> as(KeyValueBytesStoreSupplier supplier) {
        return new Materialized<>(Objects.requireNonNull(supplier, "supplier can't be null"));
    }

    /**
     * A window store from this supplier, which queries can find by its name.
     *
     * @param supplier makes the inner store; its retention has to be at least the windows' length and grace
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to keep the state
     */
    public static <K, V> Materialized<K, V, WindowStore<Bytes, byte[]>> as(WindowBytesStoreSupplier supplier) {
        return new Materialized<>(Objects.requireNonNull(supplier, "supplier can't be null"));
    }

    /**
     * A session store from this supplier, which queries can find by its name.
     *
     * @param supplier makes the inner store; its retention has to be at least the sessions' gap and grace
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to keep the state
     */
    public static <K, V> Materialized<K, V, SessionStore<Bytes, byte[]>> as(SessionBytesStoreSupplier supplier) {
        return new Materialized<>(Objects.requireNonNull(supplier, "supplier can't be null"));
    }

    /**
     * A store with these serdes and a name from the counter.
     *
     * @param keySerde null for the operator's
     * @param valueSerde null for the operator's
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return how to keep the state
     */
    public static <K, V, S extends StateStore> Materialized<K, V, S> with(Serde<K> keySerde, Serde<V> valueSerde) {
        return new Materialized<K, V, S>((String) null).withKeySerde(keySerde).withValueSerde(valueSerde);
    }

    /**
     * Sets the value serde.
     *
     * @param valueSerde null for the operator's
     * @return this
     */
    public Materialized<K, V, S> withValueSerde(Serde<V> valueSerde) {
        this.valueSerde = valueSerde;
        return this;
    }

    /**
     * Sets the key serde.
     *
     * @param keySerde null for the operator's
     * @return this
     */
    public Materialized<K, V, S> withKeySerde(Serde<K> keySerde) {
        this.keySerde = keySerde;
        return this;
    }

    /**
     * Turns the changelog on.
     *
     * @param config topic configuration that the changelog is created with
     * @return this
     */
    public Materialized<K, V, S> withLoggingEnabled(Map<String, String> config) {
        loggingEnabled = true;
        topicConfig = config;
        return this;
    }

    /**
     * Turns the changelog off: the store cannot be restored.
     *
     * @return this
     */
    public Materialized<K, V, S> withLoggingDisabled() {
        loggingEnabled = false;
        topicConfig.clear();
        return this;
    }

    /**
     * Turns the cache on.
     *
     * @return this
     */
    public Materialized<K, V, S> withCachingEnabled() {
        cachingEnabled = true;
        return this;
    }

    /**
     * Turns the cache off: every update is written and forwarded at once.
     *
     * @return this
     */
    public Materialized<K, V, S> withCachingDisabled() {
        cachingEnabled = false;
        return this;
    }

    /**
     * Sets for how long a window or session store keeps what it is given; key-value stores do not look at it. It has to
     * be at least the windows' length and grace, which is the default. The retention of a supplier's store is the
     * supplier's own.
     *
     * @param retention the time after a window's start, or a session's end
     * @return this
     * @throws IllegalArgumentException if it is null, negative or too long for milliseconds
     */
    public Materialized<K, V, S> withRetention(Duration retention) throws IllegalArgumentException {
        if (Millis.of(retention, "retention") < 0) {
            throw new IllegalArgumentException("Retention must not be negative.");
        }
        this.retention = retention;
        return this;
    }

    /**
     * Chooses the suppliers of the inner store. They win over those of the configuration.
     *
     * @param storeSuppliers a {@link StoreType}, or suppliers of the user's own
     * @return this
     * @throws IllegalArgumentException if a supplier is given already
     */
    public Materialized<K, V, S> withStoreType(DslStoreSuppliers storeSuppliers) throws IllegalArgumentException {
        Objects.requireNonNull(storeSuppliers, "store type can't be null");
        if (storeSupplier != null) {
            throw new IllegalArgumentException("Cannot set store type when store supplier is pre-configured.");
        }
        dslStoreSuppliers = storeSuppliers;
        return this;
    }
}
