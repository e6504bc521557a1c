package org.stoatflow.stores;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * Describes a built-in store, of any kind: {@link StoreSettings} say which.
 *
 * @param <T> what the store is to its processors
 */
public final class BuiltInStoreBuilder<T extends StateStore> implements StoreBuilder<T>, EngineStoreBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(BuiltInStoreBuilder.class);

    private final String name;
    private final StoreSettings settings;
    private final InnerStore inner;
    private final SerdeChoice serdes;
    private final Map<String, String> logConfig = new LinkedHashMap<>();
    private boolean caching;
    private boolean cacheAsked;
    private boolean forwardsAtClose;
    private boolean orderedByTime;
    private boolean logging = true;

    /**
     * Creates the builder. Caching is off, logging on.
     *
     * @param settings the kind, and what it is made with; its stores have to be of the type of this builder's
     * @param supplier makes the inner stores
     * @param serdes how keys and values are written
     */
    public BuiltInStoreBuilder(StoreSettings settings, StoreSupplier<?> supplier, SerdeChoice serdes) {
        this(supplier.name(), settings, InnerStore.of(supplier), serdes);
    }

    private BuiltInStoreBuilder(String name, StoreSettings settings, InnerStore inner, SerdeChoice serdes) {
        this.name = Objects.requireNonNull(name, "name cannot be null");
        this.settings = settings;
        this.inner = inner;
        this.serdes = serdes;
    }

    /**
     * Describes a store in memory whose kind has no supplier that users name.
     *
     * @param name the store's name
     * @param settings the kind; its stores have to be of the type of the builder's
     * @param serdes how keys and values are written
     * @param <T> what the store is to its processors
     * @return the builder
     */
    public static <T extends StateStore> BuiltInStoreBuilder<T> inMemory(
            String name, StoreSettings settings, SerdeChoice serdes) {
        return new BuiltInStoreBuilder<>(name, settings, new InnerStore(false, settings.timestamped(), null), serdes);
    }

    /**
     * Describes a store on disk whose kind has no supplier that users name.
     *
     * @param name the store's name
     * @param settings the kind; its stores have to be of the type of the builder's
     * @param serdes how keys and values are written
     * @param <T> what the store is to its processors
     * @return the builder
     */
    public static <T extends StateStore> BuiltInStoreBuilder<T> onDisk(
            String name, StoreSettings settings, SerdeChoice serdes) {
        return new BuiltInStoreBuilder<>(name, settings, new InnerStore(true, settings.timestamped(), null), serdes);
    }

    @Override
    public StoreBuilder<T> withCachingEnabled() {
        switch (settings.cacheSupport()) {
            case SUPPORTED -> caching = true;
            case IGNORED -> {
                caching = false;
                LOG.warn("Store {} retains duplicates, so it has no cache: withCachingEnabled has no effect", name);
            }
            case REFUSED -> throw new IllegalStateException("Versioned stores do not support caching");
        }
        cacheAsked = caching;
        return this;
    }

    @Override
    public StoreBuilder<T> withCachingDisabled() {
        caching = false;
        cacheAsked = false;
        return this;
    }

    @Override
    public void forwardAtClose() {
        forwardsAtClose = true;
    }

    /** The store is one that Kafka Streams orders by time. */
    void orderByTime() {
        orderedByTime = true;
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
    @SuppressWarnings("unchecked")
    public T build() {
        return (T) StoreProvider.installed().store(description());
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
        ChangelogSettings changelog = new ChangelogSettings(logging, logConfig);
        return new StoreDescription(name, settings, inner, serdes, caching && !forwardsAtClose, changelog, shown());
    }

    private ShownRows shown() {
        if (!inner.persistent() || settings.retention().isEmpty()) {
            return ShownRows.RETAINED;
        }
        if (cacheAsked) {
            return ShownRows.STORED;
        }
        return orderedByTime ? ShownRows.RETAINED_AND_ONE_MS : ShownRows.RETAINED;
    }
}
