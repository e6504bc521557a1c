package org.stoatflow.tck;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;

/**
 * Stands for Kafka Streams' own builder of key-value stores, which some of its tests make instead of asking {@link
 * Stores} for one. {@link KitClasses} gives it that one's name.
 */
public final class KitStoreBuilder<K, V> implements StoreBuilder<KeyValueStore<K, V>>, EngineStoreBuilder {
    private final StoreBuilder<KeyValueStore<K, V>> ours;

    /** As that one's. */
    public KitStoreBuilder(KeyValueBytesStoreSupplier supplier, Serde<K> keys, Serde<V> values, Time time) {
        ours = Stores.keyValueStoreBuilder(supplier, keys, values);
    }

    @Override
    public StoreBuilder<KeyValueStore<K, V>> withCachingEnabled() {
        ours.withCachingEnabled();
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<K, V>> withCachingDisabled() {
        ours.withCachingDisabled();
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<K, V>> withLoggingEnabled(Map<String, String> config) {
        ours.withLoggingEnabled(config);
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<K, V>> withLoggingDisabled() {
        ours.withLoggingDisabled();
        return this;
    }

    @Override
    public KeyValueStore<K, V> build() {
        return ours.build();
    }

    @Override
    public Map<String, String> logConfig() {
        return ours.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
        return ours.loggingEnabled();
    }

    @Override
    public String name() {
        return ours.name();
    }

    @Override
    public StoreDescription description() {
        return ((EngineStoreBuilder) ours).description();
    }

    @Override
    public void forwardAtClose() {
        ((EngineStoreBuilder) ours).forwardAtClose();
    }
}
