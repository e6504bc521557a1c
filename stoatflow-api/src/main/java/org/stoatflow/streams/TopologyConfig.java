package org.stoatflow.streams;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.internals.NoOpProcessorWrapper;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslStoreSuppliers;

/**
 * The configuration that has a say while a topology is built: the wrapper of processors, the names that may be
 * generated, the default store. Given to {@link StreamsBuilder#StreamsBuilder(TopologyConfig)} and {@link
 * Topology#Topology(TopologyConfig)}; it should be made from the configuration with which the application runs.
 *
 * <p>A configuration with a name may override some keys of the application for its topology; one without a name
 * overrides nothing. Immutable; safe for use by any thread.
 */
@SuppressWarnings("deprecation")
public final class TopologyConfig extends AbstractConfig {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyConfig.class);
    private static final ConfigDef KEYS = keys();

    /** The name by which the configuration overrides keys; null where it overrides nothing. */
    public final @Nullable String topologyName;

    /** Whether the application runs under {@code exactly_once_v2}. */
    public final boolean eosEnabled;

    /** Whether the application asks for transactional stores. Stores are transactional always. */
    public final boolean transactionalStateStoresEnabled;

    /** The configuration of the application, without overrides. */
    public final StreamsConfig applicationConfigs;

    /** The keys that were given for the topology. They count only where {@link #topologyName} is given. */
    public final Properties topologyOverrides;

    /** How many records are held for a partition before it is paused ({@code buffered.records.per.partition}). */
    public final int maxBufferedSize;

    /**
     * The size of all record caches together, in bytes. An override of 0 turns caches off; another override has no
     * effect.
     */
    public final long cacheSize;

    /** How long to wait for a partition without records, in milliseconds ({@code max.task.idle.ms}). */
    public final long maxTaskIdleMs;

    /** How long timeouts are retried, in milliseconds ({@code task.timeout.ms}). */
    public final long taskTimeoutMs;

    /** The kind of store of operators for which none is given ({@code default.dsl.store}). */
    public final String storeType;

    /** The class that supplies the stores of operators for which none is given ({@code dsl.store.suppliers.class}). */
    public final Class<?> dslStoreSuppliers;

    /** Makes the extractor of sources without one of their own. */
    public final Supplier<TimestampExtractor> timestampExtractorSupplier;

    /** Makes the handler of records that cannot be deserialized. */
    public final Supplier<DeserializationExceptionHandler> deserializationExceptionHandlerSupplier;

    /** Makes the handler of records that cannot be processed. It is always that of the application. */
    public final Supplier<ProcessingExceptionHandler> processingExceptionHandlerSupplier;

    /** Whether names of stores and internal topics may not be generated. It is always as the application says. */
    public final boolean ensureExplicitInternalResourceNaming;

    /**
     * Takes a configuration as it is.
     *
     * @param configs the application's
     * @throws ConfigException if a value is not valid
     */
    public TopologyConfig(StreamsConfig configs) {
        this(null, configs, asProperties(configs.originals()));
    }

    /**
     * Takes a configuration with overrides. The application runs with them: {@code buffered.records.per.partition},
     * {@code max.task.idle.ms}, {@code task.timeout.ms}, {@code default.timestamp.extractor}, {@code
     * deserialization.exception.handler} and its older key, {@code default.dsl.store},
     * {@code dsl.store.suppliers.class}, and a cache size of 0. Other keys are taken from the application. The wrapper
     * of processors is read from the overrides only.
     *
     * @param topologyName the name; null for overrides that do not count
     * @param globalAppConfigs the application's configuration
     * @param topologyOverrides the keys to override
     * @throws ConfigException if a value is not valid
     */
    public TopologyConfig(@Nullable String topologyName, StreamsConfig globalAppConfigs, Properties topologyOverrides) {
        super(KEYS, topologyOverrides, false);
        this.topologyName = topologyName;
        this.applicationConfigs = globalAppConfigs;
        this.topologyOverrides = topologyOverrides;
        eosEnabled = StreamsConfig.EXACTLY_ONCE_V2.equals(
                globalAppConfigs.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        transactionalStateStoresEnabled = globalAppConfigs.getBoolean(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG);
        maxBufferedSize = settled(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG)
                .getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG);
        cacheSize = settledCacheSize();
        maxTaskIdleMs = settled(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG).getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
        taskTimeoutMs = settled(StreamsConfig.TASK_TIMEOUT_MS_CONFIG).getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG);
        storeType = settled(StreamsConfig.DEFAULT_DSL_STORE_CONFIG).getString(StreamsConfig.DEFAULT_DSL_STORE_CONFIG);
        dslStoreSuppliers = settled(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG)
                .getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
        timestampExtractorSupplier =
                made(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, TimestampExtractor.class);
        deserializationExceptionHandlerSupplier = made(handlerKey(), DeserializationExceptionHandler.class);
        processingExceptionHandlerSupplier = () -> globalAppConfigs.getConfiguredInstance(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ProcessingExceptionHandler.class);
        ensureExplicitInternalResourceNaming =
                globalAppConfigs.getBoolean(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);
    }

    /**
     * Whether the configuration has a name, and so may override keys.
     *
     * @return true if {@link #topologyName} is given
     */
    public boolean isNamedTopology() {
        return topologyName != null;
    }

    /**
     * The kind of store that {@link #storeType} names.
     *
     * @return the kind
     * @deprecated use {@link #resolveDslStoreSuppliers}
     */
    @Deprecated
    public Materialized.StoreType parseStoreType() {
        return storeType.equals(StreamsConfig.IN_MEMORY)
                ? Materialized.StoreType.IN_MEMORY
                : Materialized.StoreType.ROCKS_DB;
    }

    /**
     * What supplies the stores of operators for which none is given, if the application or the topology says so: by
     * {@code dsl.store.suppliers.class}, else by {@code default.dsl.store}.
     *
     * @return a new object of the class, or the kind of store; empty where neither key is set
     * @throws org.apache.kafka.common.KafkaException if there can be no object of the class
     */
    @SuppressWarnings("deprecation") // the older key counts where the newer is not set
    public Optional<DslStoreSuppliers> resolveDslStoreSuppliers() {
        if (isSet(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG)) {
            return Optional.of(Utils.newInstance(dslStoreSuppliers, DslStoreSuppliers.class));
        }
        return isSet(StreamsConfig.DEFAULT_DSL_STORE_CONFIG) ? Optional.of(parseStoreType()) : Optional.empty();
    }

    private boolean isSet(String key) {
        return overrides(key) || applicationConfigs.originals().containsKey(key);
    }

    /**
     * What a task would run with. Extractor and handlers are new objects at each call.
     *
     * @return the values
     * @throws org.apache.kafka.common.KafkaException if an extractor or handler cannot be made
     */
    public TaskConfig getTaskConfig() {
        return new TaskConfig(this);
    }

    private boolean overrides(String key) {
        return topologyName != null && topologyOverrides.containsKey(key);
    }

    /** The configuration whose value of a key counts. */
    private AbstractConfig settled(String key) {
        if (!overrides(key)) {
            return applicationConfigs;
        }
        LOG.info("Topology {} overrides {} with {}", topologyName, key, topologyOverrides.get(key));
        return this;
    }

    private <T> Supplier<T> made(String key, Class<T> type) {
        AbstractConfig counting = settled(key);
        return () -> counting.getConfiguredInstance(key, type);
    }

    private String handlerKey() {
        String key = StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG;
        return applicationConfigs.originals().containsKey(key) || originals().containsKey(key)
                ? key
                : StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG;
    }

    private long settledCacheSize() {
        String key = overrides(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG)
                ? StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG
                : StreamsConfig.CACHE_MAX_BYTES_BUFFERING_CONFIG;
        if (!overrides(key)) {
            return applicationConfigs.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
        }
        long size = settled(key).getLong(key);
        if (size != 0) {
            LOG.warn(
                    "Topology {} has {}={}, which has no effect: a topology can turn caches off with 0, and no more",
                    topologyName,
                    key,
                    size);
        }
        return size;
    }

    private static Properties asProperties(Map<String, Object> values) {
        Properties properties = new Properties();
        properties.putAll(values);
        return properties;
    }

    private static ConfigDef keys() {
        ConfigDef keys = new ConfigDef()
                .define(
                        StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
                        Type.CLASS,
                        NoOpProcessorWrapper.class.getName(),
                        Importance.LOW,
                        "Wraps the processors of the topology.")
                .define(
                        StreamsConfig.DEFAULT_DSL_STORE_CONFIG,
                        Type.STRING,
                        StreamsConfig.ROCKS_DB,
                        ValidString.in(StreamsConfig.ROCKS_DB, StreamsConfig.IN_MEMORY),
                        Importance.LOW,
                        StreamsConfig.DEFAULT_DSL_STORE_DOC)
                .define(
                        StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                        Type.CLASS,
                        BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers.class,
                        Importance.LOW,
                        "Supplies the stores of operators for which none is given.")
                .define(
                        StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.HIGH,
                        "Whether the names of stores and internal topics have to be given.");
        optional(keys, StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, Type.INT);
        optional(keys, StreamsConfig.CACHE_MAX_BYTES_BUFFERING_CONFIG, Type.LONG);
        optional(keys, StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, Type.LONG);
        optional(keys, StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, Type.LONG);
        optional(keys, StreamsConfig.TASK_TIMEOUT_MS_CONFIG, Type.LONG);
        optional(keys, StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, Type.CLASS);
        optional(keys, StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, Type.CLASS);
        optional(keys, StreamsConfig.DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, Type.CLASS);
        return keys;
    }

    private static void optional(ConfigDef keys, String key, Type type) {
        keys.define(key, type, null, Importance.LOW, "As in the application's configuration, which it overrides.");
    }

    /** Keys that are not for everybody, and change with no notice. */
    public static class InternalConfig {
        /**
         * {@code __enable.process.processValue.fix__}: whether {@code process} counts as a change of keys, and {@code
         * processValues} as one of values, where repartitions are merged. Default: false.
         */
        public static final String ENABLE_PROCESS_PROCESSVALUE_FIX = "__enable.process.processValue.fix__";

        /** Has no state; use the static members. */
        public InternalConfig() {}

        /**
         * Reads a switch.
         *
         * @param configs the values
         * @param key the key
         * @param defaultValue what counts where there is no value, or neither a Boolean nor text
         * @return the value; text is true if it is "true" in any case
         */
        public static boolean getBoolean(Map<String, Object> configs, String key, boolean defaultValue) {
            Object value = configs.getOrDefault(key, defaultValue);
            if (value instanceof Boolean given) {
                return given;
            }
            if (value instanceof String text) {
                return Boolean.parseBoolean(text);
            }
            LOG.warn("{} is neither true nor false but {}; {} counts", key, value, defaultValue);
            return defaultValue;
        }
    }

    /** What a task runs with. Immutable. */
    public static class TaskConfig {
        /** How long to wait for a partition without records, in milliseconds. */
        public final long maxTaskIdleMs;

        /** How long timeouts are retried, in milliseconds. */
        public final long taskTimeoutMs;

        /** How many records are held for a partition before it is paused. */
        public final int maxBufferedSize;

        /** The extractor of sources without one of their own. */
        public final TimestampExtractor timestampExtractor;

        /** The handler of records that cannot be deserialized. */
        public final DeserializationExceptionHandler deserializationExceptionHandler;

        /** The handler of records that cannot be processed. */
        public final ProcessingExceptionHandler processingExceptionHandler;

        /** Whether the application runs under {@code exactly_once_v2}. */
        public final boolean eosEnabled;

        /** Whether the application asks for transactional stores. Stores are transactional always. */
        public final boolean transactionalStateStoresEnabled;

        private TaskConfig(TopologyConfig config) {
            maxTaskIdleMs = config.maxTaskIdleMs;
            taskTimeoutMs = config.taskTimeoutMs;
            maxBufferedSize = config.maxBufferedSize;
            timestampExtractor = config.timestampExtractorSupplier.get();
            deserializationExceptionHandler = config.deserializationExceptionHandlerSupplier.get();
            processingExceptionHandler = config.processingExceptionHandlerSupplier.get();
            eosEnabled = config.eosEnabled;
            transactionalStateStoresEnabled = config.transactionalStateStoresEnabled;
        }
    }
}
