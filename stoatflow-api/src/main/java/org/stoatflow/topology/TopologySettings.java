package org.stoatflow.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TopologyConfig;

/**
 * What is configured for a topology while it is built.
 *
 * @param config the configuration that the user has given to the builder; null for none
 * @param wrapping puts the application's wrapper around suppliers
 * @param implicitNames notes what has a generated name
 */
public record TopologySettings(
        @Nullable TopologyConfig config, ProcessorWrapping wrapping, ImplicitNames implicitNames) {
    @SuppressWarnings("deprecation") // both keys of the handler count
    private static final List<String> OVERRIDABLE = List.of(
            StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
            StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
            StreamsConfig.TASK_TIMEOUT_MS_CONFIG,
            StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
            StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
            StreamsConfig.DEFAULT_DSL_STORE_CONFIG);

    /**
     * Reads a configuration.
     *
     * @param config the configuration; null for the defaults
     * @return the settings, without implicit names
     */
    static TopologySettings of(@Nullable TopologyConfig config) {
        return new TopologySettings(
                config,
                ProcessorWrapping.of(config),
                new ImplicitNames(config != null && config.ensureExplicitInternalResourceNaming));
    }

    /**
     * The configuration with which the topology runs: the application's, with what the topology overrides.
     *
     * @param application the application's configuration
     * @return the same object where nothing is overridden
     */
    @SuppressWarnings("deprecation") // both keys of the caches count
    public StreamsConfig appliedTo(StreamsConfig application) {
        if (config == null || !config.isNamedTopology()) {
            return application;
        }
        Map<String, Object> overridden = new HashMap<>();
        for (String key : OVERRIDABLE) {
            Object value = config.topologyOverrides.get(key);
            if (value != null) {
                overridden.put(key, value);
            }
        }
        boolean sizesCaches = config.topologyOverrides.containsKey(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG)
                || config.topologyOverrides.containsKey(StreamsConfig.CACHE_MAX_BYTES_BUFFERING_CONFIG);
        if (sizesCaches && config.cacheSize == 0) {
            overridden.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        }
        if (overridden.isEmpty()) {
            return application;
        }
        Map<String, Object> values = application.originals();
        values.putAll(overridden);
        return new StreamsConfig(values);
    }
}
