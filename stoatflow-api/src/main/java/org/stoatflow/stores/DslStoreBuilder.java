package org.stoatflow.stores;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Describes the store of an operator whose user has given no supplier: {@link DslStoreSuppliers} supply it, the user's
 * or those of the configuration, which is known only when the topology is run, and which says whether the store has
 * room for headers. Until then it is described as one on disk, without headers. Used by one thread at a time.
 *
 * @param <T> what the store is to its processors
 */
public final class DslStoreBuilder<T extends StateStore> implements StoreBuilder<T>, EngineStoreBuilder {
    private final String name;
    private final BiFunction<DslStoreSuppliers, DslStoreFormat, StoreBuilder<T>> ask;
    private final Map<String, String> logConfig = new TreeMap<>();
    private boolean caching;
    private boolean forwardsAtClose;
    private boolean logging = true;
    private DslStoreFormat format;
    private @Nullable DslStoreSuppliers suppliers;
    private @Nullable StoreBuilder<T> supplied;

    /**
     * Creates the builder. Caching is off, logging on.
     *
     * @param name the store's name
     * @param suppliers the suppliers that the user chose; null for those of the configuration
     * @param format what the store has room for beside values, unless the configuration wants headers
     * @param ask asks suppliers for the store of a format, and makes one of the builders of {@link
     *     org.stoatflow.streams.state.Stores}
     */
    public DslStoreBuilder(
            String name,
            @Nullable DslStoreSuppliers suppliers,
            DslStoreFormat format,
            BiFunction<DslStoreSuppliers, DslStoreFormat, StoreBuilder<T>> ask) {
        this.name = Objects.requireNonNull(name, "name cannot be null");
        this.suppliers = suppliers;
        this.format = format;
        this.ask = ask;
    }

    /**
     * Takes the suppliers of a configuration, unless there are suppliers, and its wish for headers. So a topology that
     * is run a second time keeps the suppliers of the first time, as in Kafka Streams, and its headers.
     *
     * @param config the application's configuration
     */
    public void configure(StreamsConfig config) {
        if (suppliers == null) {
            suppliers = config.getConfiguredInstance(
                    StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, DslStoreSuppliers.class, config.originals());
        }
        String wanted = config.getString(StreamsConfig.DSL_STORE_FORMAT_CONFIG);
        if (format != DslStoreFormat.HEADERS && wanted.equalsIgnoreCase(StreamsConfig.DSL_STORE_FORMAT_HEADERS)) {
            format = DslStoreFormat.HEADERS;
            supplied = null;
        }
    }

    /**
     * Takes the suppliers that a topology's own configuration names, unless the operator has some.
     *
     * @param topology the configuration that was given to the builder of the topology
     */
    public void configure(TopologyConfig topology) {
        if (suppliers == null) {
            suppliers = topology.resolveDslStoreSuppliers().orElse(null);
        }
    }

    @Override
    public StoreBuilder<T> withCachingEnabled() {
        caching = true;
        return this;
    }

    @Override
    public StoreBuilder<T> withCachingDisabled() {
        caching = false;
        return this;
    }

    @Override
    public void forwardAtClose() {
        forwardsAtClose = true;
    }

    @Override
    public StoreBuilder<T> withLoggingEnabled(Map<String, String> config) {
        Objects.requireNonNull(config, "config cannot be null");
        logging = true;
        logConfig.putAll(config);
        return this;
    }

    @Override
    public StoreBuilder<T> withLoggingDisabled() {
        logging = false;
        logConfig.clear();
        return this;
    }

    @Override
    public T build() {
        return configured().build();
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.copyOf(logConfig);
    }

    @Override
    public boolean loggingEnabled() {
        return logging;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public StoreDescription description() {
        return ((EngineStoreBuilder) configured()).description();
    }

    private StoreBuilder<T> configured() {
        StoreBuilder<T> builder = supplied();
        if (logging) {
            builder.withLoggingEnabled(logConfig);
        } else {
            builder.withLoggingDisabled();
        }
        if (forwardsAtClose && builder instanceof BuiltInStoreBuilder<?> known) {
            known.forwardAtClose();
            known.orderByTime();
        }
        boolean cached = caching
                && builder instanceof EngineStoreBuilder known
                && known.description().settings().cacheSupport() == CacheSupport.SUPPORTED;
        return cached ? builder.withCachingEnabled() : builder.withCachingDisabled();
    }

    private StoreBuilder<T> supplied() {
        if (suppliers == null) {
            return ask.apply(BuiltInDslStoreSuppliers.ROCKS_DB, format);
        }
        if (supplied == null) {
            supplied = ask.apply(suppliers, format);
        }
        return supplied;
    }
}
