package org.stoatflow.streams;

import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.ValidString.in;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serde;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The configuration of an application. Immutable.
 *
 * <p>Keys of the Kafka clients may be given as they are, or with a prefix for one client only: {@link #consumerPrefix},
 * {@link #mainConsumerPrefix}, {@link #restoreConsumerPrefix}, {@link #producerPrefix}, {@link #adminClientPrefix}.
 * Keys that start with {@code stoatflow.} are StoatFlow's own, see {@link StoatflowConfig}; an unknown one of those is
 * an error. Keys that Kafka Streams knows and StoatFlow does not serve are ignored with a warning.
 */
public class StreamsConfig extends AbstractConfig {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsConfig.class);

    private static final long COMMIT_INTERVAL_MS = 30_000;
    private static final long COMMIT_INTERVAL_EXACTLY_ONCE_MS = 100;
    private static final long CACHE_BYTES = 10 * 1024 * 1024;
    private static final Pattern LIST_SEPARATOR = Pattern.compile("\\s*,\\s*");

    /** Value of {@link #MAX_TASK_IDLE_MS_CONFIG}: never wait for a partition without records. */
    public static final long MAX_TASK_IDLE_MS_DISABLED = -1;

    /** Starts keys for the topics that the application creates. */
    public static final String TOPIC_PREFIX = "topic.";

    /** Starts keys for all consumers. */
    public static final String CONSUMER_PREFIX = "consumer.";

    /** Starts keys for the consumer that reads the sources. */
    public static final String MAIN_CONSUMER_PREFIX = "main.consumer.";

    /** Starts keys for the consumers that read changelogs. */
    public static final String RESTORE_CONSUMER_PREFIX = "restore.consumer.";

    /** Starts keys for producers. */
    public static final String PRODUCER_PREFIX = "producer.";

    /** Starts keys for admin clients. */
    public static final String ADMIN_CLIENT_PREFIX = "admin.";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: leave the topology as it was built. The only one there is. */
    public static final String NO_OPTIMIZATION = "none";

    /** Value of {@link #PROCESSING_GUARANTEE_CONFIG}: after a failure records may be processed again. */
    public static final String AT_LEAST_ONCE = "at_least_once";

    /**
     * Value of {@link #PROCESSING_GUARANTEE_CONFIG}: the output that readers see, and the state, are as if nothing ever
     * failed.
     */
    public static final String EXACTLY_ONCE_V2 = "exactly_once_v2";

    /** {@code application.id}: names the application, its consumer group and its topics. Required. */
    public static final String APPLICATION_ID_CONFIG = "application.id";

    /** {@code bootstrap.servers}: where to find the Kafka cluster. Required. */
    public static final String BOOTSTRAP_SERVERS_CONFIG = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    /** {@code buffered.records.per.partition}: how many records to hold for a partition before it is paused. */
    public static final String BUFFERED_RECORDS_PER_PARTITION_CONFIG = "buffered.records.per.partition";

    /** Documents {@link #BUFFERED_RECORDS_PER_PARTITION_CONFIG}. */
    public static final String BUFFERED_RECORDS_PER_PARTITION_DOC = "Records held for a partition before it is paused.";

    /**
     * {@code cache.max.bytes.buffering}: as {@link #STATESTORE_CACHE_MAX_BYTES_CONFIG}, which counts where both are
     * set.
     *
     * @deprecated Use {@link #STATESTORE_CACHE_MAX_BYTES_CONFIG}.
     */
    @Deprecated
    public static final String CACHE_MAX_BYTES_BUFFERING_CONFIG = "cache.max.bytes.buffering";

    /** Documents {@link #CACHE_MAX_BYTES_BUFFERING_CONFIG}. */
    @Deprecated
    public static final String CACHE_MAX_BYTES_BUFFERING_DOC =
            "The size of all record caches together, by its old name.";

    /** {@code client.id}: starts the ids of the Kafka clients. */
    public static final String CLIENT_ID_CONFIG = CommonClientConfigs.CLIENT_ID_CONFIG;

    /** {@code commit.interval.ms}: the longest time between commits. */
    public static final String COMMIT_INTERVAL_MS_CONFIG = "commit.interval.ms";

    /** {@code default.client.supplier}: the class that makes the Kafka clients. */
    public static final String DEFAULT_CLIENT_SUPPLIER_CONFIG = "default.client.supplier";

    /** Documents {@link #DEFAULT_CLIENT_SUPPLIER_CONFIG}. */
    public static final String DEFAULT_CLIENT_SUPPLIER_DOC = "The class that makes the Kafka clients.";

    /**
     * {@code default.deserialization.exception.handler}.
     *
     * @deprecated use {@link #DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG}
     */
    @Deprecated
    public static final String DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG =
            "default.deserialization.exception.handler";

    /** {@code deserialization.exception.handler}: decides about records that cannot be deserialized. */
    public static final String DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG = "deserialization.exception.handler";

    /**
     * {@code default.production.exception.handler}.
     *
     * @deprecated use {@link #PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG}
     */
    @Deprecated
    public static final String DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG =
            "default.production.exception.handler";

    /** {@code production.exception.handler}: decides about records that cannot be sent. */
    public static final String PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG = "production.exception.handler";

    /** {@code processing.exception.handler}: decides about records that a processor failed on. */
    public static final String PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG = "processing.exception.handler";

    /** Documents {@link #PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG}. */
    public static final String PROCESSING_EXCEPTION_HANDLER_CLASS_DOC =
            "The class that decides about records that a processor failed on.";

    /** {@code errors.dead.letter.queue.topic.name}: where the built-in handlers write records they drop. */
    public static final String ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG = "errors.dead.letter.queue.topic.name";

    /** {@code default.key.serde}: for keys where no serde is given. */
    public static final String DEFAULT_KEY_SERDE_CLASS_CONFIG = "default.key.serde";

    /** {@code default.value.serde}: for values where no serde is given. */
    public static final String DEFAULT_VALUE_SERDE_CLASS_CONFIG = "default.value.serde";

    /** {@code default.timestamp.extractor}: for sources where none is given. */
    public static final String DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG = "default.timestamp.extractor";

    /** Documents {@link #DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG}. */
    public static final String DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_DOC =
            "The class that gives records their event time where a source names none.";

    /**
     * {@code max.task.idle.ms}: how long to wait for a partition without records before those of others are processed.
     * 0 waits only while the broker is known to have more, {@link #MAX_TASK_IDLE_MS_DISABLED} never.
     */
    public static final String MAX_TASK_IDLE_MS_CONFIG = "max.task.idle.ms";

    /** Documents {@link #MAX_TASK_IDLE_MS_CONFIG}. */
    public static final String MAX_TASK_IDLE_MS_DOC =
            "How long to wait for a partition without records before those of others are processed.";

    /** {@code task.timeout.ms}: how long to repeat an attempt that failed because no broker answers. */
    public static final String TASK_TIMEOUT_MS_CONFIG = "task.timeout.ms";

    /** Documents {@link #TASK_TIMEOUT_MS_CONFIG}. */
    public static final String TASK_TIMEOUT_MS_DOC =
            "How long what fails since no broker answers is tried again before the uncaught-exception handler is"
                    + " asked.";

    /** {@code metric.reporters}: classes that get the metrics, such as Kafka's reporter to JMX, the default. */
    public static final String METRIC_REPORTER_CLASSES_CONFIG = CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG;

    /** {@code metrics.num.samples}: over how many samples rates, averages and maxima are taken. */
    public static final String METRICS_NUM_SAMPLES_CONFIG = CommonClientConfigs.METRICS_NUM_SAMPLES_CONFIG;

    /** {@code metrics.recording.level}: which metrics of the Kafka clients are recorded. */
    public static final String METRICS_RECORDING_LEVEL_CONFIG = CommonClientConfigs.METRICS_RECORDING_LEVEL_CONFIG;

    /** {@code metrics.sample.window.ms}: how long a sample is. */
    public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_CONFIG;

    /** {@code num.stream.threads}: accepted; the number of lanes does not follow it. */
    public static final String NUM_STREAM_THREADS_CONFIG = "num.stream.threads";

    /** {@code poll.ms}: how long one poll may wait. */
    public static final String POLL_MS_CONFIG = "poll.ms";

    /** {@code processing.guarantee}: {@link #AT_LEAST_ONCE} or {@link #EXACTLY_ONCE_V2}. */
    public static final String PROCESSING_GUARANTEE_CONFIG = "processing.guarantee";

    /** {@code replication.factor}: of the topics that the application creates; -1 for the broker's. */
    public static final String REPLICATION_FACTOR_CONFIG = "replication.factor";

    /** {@code state.dir}: the directory for local state. */
    public static final String STATE_DIR_CONFIG = "state.dir";

    /** {@code statestore.cache.max.bytes}: the size of all record caches together. */
    public static final String STATESTORE_CACHE_MAX_BYTES_CONFIG = "statestore.cache.max.bytes";

    /** Documents {@link #STATESTORE_CACHE_MAX_BYTES_CONFIG}. */
    public static final String STATESTORE_CACHE_MAX_BYTES_DOC = "The size of all record caches together.";

    /** {@code topology.optimization}: {@link #NO_OPTIMIZATION}. */
    public static final String TOPOLOGY_OPTIMIZATION_CONFIG = "topology.optimization";

    private static final ConfigDef CONFIG = defined();

    private final ClientConfigs clients;

    /**
     * Reads and checks a configuration.
     *
     * @param props keys and values; values may be texts
     * @throws ConfigException naming the key, if a required one is missing or a value is not allowed
     */
    public StreamsConfig(Map<?, ?> props) {
        this(props, true);
    }

    /**
     * Reads and checks a configuration.
     *
     * @param props keys and values; values may be texts
     * @param doLog whether to log the configuration
     * @throws ConfigException naming the key, if a required one is missing or a value is not allowed
     */
    protected StreamsConfig(Map<?, ?> props, boolean doLog) {
        super(CONFIG, props, doLog);
        clients = new ClientConfigs(this, exactlyOnce());
        if (exactlyOnce()) {
            requireCommitsWithinTransactionTimeout();
        }
        StoatflowConfig.requireValid(this);
        if (doLog) {
            UnservedKeys.warnOf(originals().keySet());
        }
    }

    /**
     * Starts a key for all consumers.
     *
     * @param consumerProp a consumer's key
     * @return the key with {@link #CONSUMER_PREFIX}
     */
    public static String consumerPrefix(String consumerProp) {
        return CONSUMER_PREFIX + consumerProp;
    }

    /**
     * Starts a key for the consumer that reads the sources.
     *
     * @param consumerProp a consumer's key
     * @return the key with {@link #MAIN_CONSUMER_PREFIX}
     */
    public static String mainConsumerPrefix(String consumerProp) {
        return MAIN_CONSUMER_PREFIX + consumerProp;
    }

    /**
     * Starts a key for the consumers that read changelogs.
     *
     * @param consumerProp a consumer's key
     * @return the key with {@link #RESTORE_CONSUMER_PREFIX}
     */
    public static String restoreConsumerPrefix(String consumerProp) {
        return RESTORE_CONSUMER_PREFIX + consumerProp;
    }

    /**
     * Starts a key for producers.
     *
     * @param producerProp a producer's key
     * @return the key with {@link #PRODUCER_PREFIX}
     */
    public static String producerPrefix(String producerProp) {
        return PRODUCER_PREFIX + producerProp;
    }

    /**
     * Starts a key for admin clients.
     *
     * @param adminClientProp an admin client's key
     * @return the key with {@link #ADMIN_CLIENT_PREFIX}
     */
    public static String adminClientPrefix(String adminClientProp) {
        return ADMIN_CLIENT_PREFIX + adminClientProp;
    }

    /**
     * Starts a key for the topics that the application creates.
     *
     * @param topicProp a topic's key
     * @return the key with {@link #TOPIC_PREFIX}
     */
    public static String topicPrefix(String topicProp) {
        return TOPIC_PREFIX + topicProp;
    }

    /**
     * The definition of the keys.
     *
     * @return a copy
     */
    public static ConfigDef configDef() {
        return new ConfigDef(CONFIG);
    }

    /**
     * The configuration of the consumer that reads the sources. The engine adds the assignor.
     *
     * @param groupId the consumer group
     * @param clientId the client's id
     * @param threadIdx appended to {@code group.instance.id}, where that is set
     * @return a new map
     */
    public Map<String, Object> getMainConsumerConfigs(String groupId, String clientId, int threadIdx) {
        return clients.mainConsumer(groupId, clientId, threadIdx);
    }

    /**
     * The configuration of a consumer that reads changelogs; it has no group.
     *
     * @param clientId the client's id
     * @return a new map
     */
    public Map<String, Object> getRestoreConsumerConfigs(String clientId) {
        return clients.restoreConsumer(clientId);
    }

    /**
     * The configuration of a producer, without a transactional id.
     *
     * @param clientId the client's id
     * @return a new map
     */
    public Map<String, Object> getProducerConfigs(String clientId) {
        return clients.producer(clientId);
    }

    /**
     * The configuration of an admin client.
     *
     * @param clientId the client's id
     * @return a new map
     */
    public Map<String, Object> getAdminConfigs(String clientId) {
        return clients.admin(clientId);
    }

    /**
     * Checks a value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}.
     *
     * @param config the value
     * @return the optimizations it asks for: none
     * @throws ConfigException if it asks for any
     */
    public static Set<String> verifyTopologyOptimizationConfigs(String config) {
        if (List.of(LIST_SEPARATOR.split(config)).equals(List.of(NO_OPTIMIZATION))) {
            return Set.of();
        }
        throw new ConfigException(
                TOPOLOGY_OPTIMIZATION_CONFIG,
                config,
                "StoatFlow does not rewrite topologies; only '" + NO_OPTIMIZATION
                        + "' is supported. Hops need no topic," + " so there is nothing to gain from fewer of them.");
    }

    /**
     * Makes the supplier of Kafka clients that {@link #DEFAULT_CLIENT_SUPPLIER_CONFIG} names.
     *
     * @return a new instance
     */
    public KafkaClientSupplier getKafkaClientSupplier() {
        return getConfiguredInstance(DEFAULT_CLIENT_SUPPLIER_CONFIG, KafkaClientSupplier.class);
    }

    /**
     * Makes the default serde of keys.
     *
     * @return a new instance
     * @throws ConfigException if there is none
     * @throws StreamsException if it cannot be made
     */
    public Serde<?> defaultKeySerde() {
        return defaultSerde(DEFAULT_KEY_SERDE_CLASS_CONFIG, true);
    }

    /**
     * Makes the default serde of values.
     *
     * @return a new instance
     * @throws ConfigException if there is none
     * @throws StreamsException if it cannot be made
     */
    public Serde<?> defaultValueSerde() {
        return defaultSerde(DEFAULT_VALUE_SERDE_CLASS_CONFIG, false);
    }

    /**
     * Makes the default timestamp extractor.
     *
     * @return a new instance
     */
    public TimestampExtractor defaultTimestampExtractor() {
        return getConfiguredInstance(DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, TimestampExtractor.class);
    }

    /**
     * Makes the handler of records that cannot be deserialized. The new key wins over the deprecated one.
     *
     * @return a new instance
     */
    public DeserializationExceptionHandler deserializationExceptionHandler() {
        return handler(
                DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                "default.deserialization.exception.handler",
                DeserializationExceptionHandler.class);
    }

    /**
     * Makes the handler that the deprecated key names.
     *
     * @return a new instance
     * @deprecated use {@link #deserializationExceptionHandler()}
     */
    @Deprecated
    public DeserializationExceptionHandler defaultDeserializationExceptionHandler() {
        return getConfiguredInstance(
                DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeserializationExceptionHandler.class);
    }

    /**
     * Makes the handler of records that cannot be sent. The new key wins over the deprecated one.
     *
     * @return a new instance
     */
    public ProductionExceptionHandler productionExceptionHandler() {
        return handler(
                PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                "default.production.exception.handler",
                ProductionExceptionHandler.class);
    }

    /**
     * Makes the handler that the deprecated key names.
     *
     * @return a new instance
     * @deprecated use {@link #productionExceptionHandler()}
     */
    @Deprecated
    public ProductionExceptionHandler defaultProductionExceptionHandler() {
        return getConfiguredInstance(
                DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ProductionExceptionHandler.class);
    }

    /**
     * Makes the handler of records that a processor failed on.
     *
     * @return a new instance
     */
    public ProcessingExceptionHandler processingExceptionHandler() {
        return getConfiguredInstance(PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ProcessingExceptionHandler.class);
    }

    /**
     * Sets the commit interval that goes with exactly-once processing, where the user has set none, and the size of
     * caches where it is set by its old key alone.
     *
     * @param parsedValues the values as they were read
     * @return the values to change
     */
    @SuppressWarnings("deprecation") // the old key is served
    @Override
    protected Map<String, Object> postProcessParsedConfig(Map<String, Object> parsedValues) {
        Map<String, Object> changed = new HashMap<>();
        if (exactlyOnce() && !originals().containsKey(COMMIT_INTERVAL_MS_CONFIG)) {
            changed.put(COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_EXACTLY_ONCE_MS);
        }
        if (originals().containsKey(CACHE_MAX_BYTES_BUFFERING_CONFIG)) {
            if (originals().containsKey(STATESTORE_CACHE_MAX_BYTES_CONFIG)) {
                LOG.warn(
                        "Both {} and the deprecated {} are set; the deprecated one is ignored.",
                        STATESTORE_CACHE_MAX_BYTES_CONFIG,
                        CACHE_MAX_BYTES_BUFFERING_CONFIG);
            } else {
                changed.put(STATESTORE_CACHE_MAX_BYTES_CONFIG, parsedValues.get(CACHE_MAX_BYTES_BUFFERING_CONFIG));
            }
        }
        return changed;
    }

    private boolean exactlyOnce() {
        return EXACTLY_ONCE_V2.equals(getString(PROCESSING_GUARANTEE_CONFIG));
    }

    private void requireCommitsWithinTransactionTimeout() {
        String key = producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        Object own = originals().get(key);
        int timeoutMs =
                own == null ? ClientConfigs.TRANSACTION_TIMEOUT_MS : (int) ConfigDef.parseType(key, own, Type.INT);
        long intervalMs = getLong(COMMIT_INTERVAL_MS_CONFIG);
        if (timeoutMs < intervalMs) {
            throw new IllegalArgumentException(COMMIT_INTERVAL_MS_CONFIG + "=" + intervalMs + " is greater than " + key
                    + "=" + timeoutMs + "; a transaction would time out before it is committed. Change one of them.");
        }
    }

    private Serde<?> defaultSerde(String key, boolean forKeys) {
        if (get(key) == null) {
            throw new ConfigException("No serde is given for " + (forKeys ? "keys" : "values") + ", and '" + key
                    + "' is not set. Give the operator a serde, or set that key.");
        }
        try {
            Serde<?> serde = getConfiguredInstance(key, Serde.class);
            serde.configure(originals(), forKeys);
            return serde;
        } catch (RuntimeException failure) {
            throw new StreamsException("Cannot make the serde that '" + key + "' names: " + get(key), failure);
        }
    }

    private <T> T handler(String key, String deprecatedKey, Class<T> type) {
        boolean isNew = originals().containsKey(key);
        if (isNew && originals().containsKey(deprecatedKey)) {
            LOG.warn("Both {} and the deprecated {} are set; the deprecated one is ignored.", key, deprecatedKey);
        }
        return getConfiguredInstance(isNew ? key : deprecatedKey, type);
    }

    private static ConfigDef defined() {
        ConfigDef keys = new ConfigDef();
        defineApplication(keys);
        defineExceptionHandlers(keys);
        defineProcessing(keys);
        defineMetricsAndClients(keys);
        return keys;
    }

    @SuppressWarnings("deprecation")
    private static void defineApplication(ConfigDef keys) {
        String temporary = System.getProperty("java.io.tmpdir") + File.separator + "kafka-streams";
        keys.define(APPLICATION_ID_CONFIG, Type.STRING, Importance.HIGH, "Names the application.")
                .define(
                        BOOTSTRAP_SERVERS_CONFIG,
                        Type.LIST,
                        ConfigDef.NO_DEFAULT_VALUE,
                        ConfigDef.ValidList.anyNonDuplicateValues(false, false),
                        Importance.HIGH,
                        "Where to find the Kafka cluster.")
                .define(STATE_DIR_CONFIG, Type.STRING, temporary, Importance.HIGH, "The directory for local state.")
                .define(CLIENT_ID_CONFIG, Type.STRING, "", Importance.MEDIUM, "Starts the ids of the Kafka clients.")
                .define(NUM_STREAM_THREADS_CONFIG, Type.INT, 1, Importance.MEDIUM, "Accepted; lanes do not follow it.")
                .define(
                        STATESTORE_CACHE_MAX_BYTES_CONFIG,
                        Type.LONG,
                        CACHE_BYTES,
                        atLeast(0),
                        Importance.MEDIUM,
                        STATESTORE_CACHE_MAX_BYTES_DOC)
                .define(
                        CACHE_MAX_BYTES_BUFFERING_CONFIG,
                        Type.LONG,
                        CACHE_BYTES,
                        atLeast(0),
                        Importance.MEDIUM,
                        CACHE_MAX_BYTES_BUFFERING_DOC)
                .define(DEFAULT_KEY_SERDE_CLASS_CONFIG, Type.CLASS, null, Importance.MEDIUM, "The default key serde.")
                .define(
                        DEFAULT_VALUE_SERDE_CLASS_CONFIG,
                        Type.CLASS,
                        null,
                        Importance.MEDIUM,
                        "The default value serde.")
                .define(
                        DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
                        Type.CLASS,
                        FailOnInvalidTimestamp.class.getName(),
                        Importance.MEDIUM,
                        DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_DOC);
    }

    @SuppressWarnings("deprecation")
    private static void defineExceptionHandlers(ConfigDef keys) {
        keys.define(
                        DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        Type.CLASS,
                        LogAndFailExceptionHandler.class.getName(),
                        Importance.MEDIUM,
                        "Deprecated.")
                .define(
                        DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        Type.CLASS,
                        LogAndFailExceptionHandler.class.getName(),
                        Importance.MEDIUM,
                        "The class that decides about records that cannot be deserialized.")
                .define(
                        DEFAULT_PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        Type.CLASS,
                        DefaultProductionExceptionHandler.class.getName(),
                        Importance.MEDIUM,
                        "Deprecated.")
                .define(
                        PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        Type.CLASS,
                        DefaultProductionExceptionHandler.class.getName(),
                        Importance.MEDIUM,
                        "The class that decides about records that cannot be sent.")
                .define(
                        PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                        Type.CLASS,
                        LogAndFailProcessingExceptionHandler.class.getName(),
                        Importance.MEDIUM,
                        PROCESSING_EXCEPTION_HANDLER_CLASS_DOC)
                .define(
                        ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
                        Type.STRING,
                        null,
                        Importance.MEDIUM,
                        "Where the built-in handlers write records they drop.");
    }

    private static void defineProcessing(ConfigDef keys) {
        keys.define(MAX_TASK_IDLE_MS_CONFIG, Type.LONG, 0L, Importance.MEDIUM, MAX_TASK_IDLE_MS_DOC)
                .define(TASK_TIMEOUT_MS_CONFIG, Type.LONG, 300_000L, atLeast(0), Importance.MEDIUM, TASK_TIMEOUT_MS_DOC)
                .define(
                        PROCESSING_GUARANTEE_CONFIG,
                        Type.STRING,
                        AT_LEAST_ONCE,
                        in(AT_LEAST_ONCE, EXACTLY_ONCE_V2),
                        Importance.MEDIUM,
                        "What a failure may be seen to do.")
                .define(
                        REPLICATION_FACTOR_CONFIG,
                        Type.INT,
                        -1,
                        Importance.MEDIUM,
                        "Of the topics that the application creates; -1 for the broker's.")
                .define(
                        TOPOLOGY_OPTIMIZATION_CONFIG,
                        Type.STRING,
                        NO_OPTIMIZATION,
                        ConfigDef.LambdaValidator.with(
                                (key, value) -> verifyTopologyOptimizationConfigs((String) value),
                                () -> "[" + NO_OPTIMIZATION + "]"),
                        Importance.MEDIUM,
                        "Only '" + NO_OPTIMIZATION + "'.")
                .define(
                        BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                        Type.INT,
                        1000,
                        Importance.LOW,
                        BUFFERED_RECORDS_PER_PARTITION_DOC)
                .define(
                        COMMIT_INTERVAL_MS_CONFIG,
                        Type.LONG,
                        COMMIT_INTERVAL_MS,
                        atLeast(0),
                        Importance.LOW,
                        "The longest time between commits.");
    }

    private static void defineMetricsAndClients(ConfigDef keys) {
        keys.define(
                        METRIC_REPORTER_CLASSES_CONFIG,
                        Type.LIST,
                        JmxReporter.class.getName(),
                        Importance.LOW,
                        CommonClientConfigs.METRIC_REPORTER_CLASSES_DOC)
                .define(
                        METRICS_NUM_SAMPLES_CONFIG,
                        Type.INT,
                        2,
                        atLeast(1),
                        Importance.LOW,
                        CommonClientConfigs.METRICS_NUM_SAMPLES_DOC)
                .define(
                        METRICS_RECORDING_LEVEL_CONFIG,
                        Type.STRING,
                        Sensor.RecordingLevel.INFO.toString(),
                        in(
                                Sensor.RecordingLevel.INFO.toString(),
                                Sensor.RecordingLevel.DEBUG.toString(),
                                Sensor.RecordingLevel.TRACE.toString()),
                        Importance.LOW,
                        CommonClientConfigs.METRICS_RECORDING_LEVEL_DOC)
                .define(
                        METRICS_SAMPLE_WINDOW_MS_CONFIG,
                        Type.LONG,
                        30_000L,
                        atLeast(0),
                        Importance.LOW,
                        CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_DOC)
                .define(POLL_MS_CONFIG, Type.LONG, 100L, Importance.LOW, "How long one poll may wait.")
                .define(
                        DEFAULT_CLIENT_SUPPLIER_CONFIG,
                        Type.CLASS,
                        DefaultKafkaClientSupplier.class.getName(),
                        Importance.LOW,
                        DEFAULT_CLIENT_SUPPLIER_DOC);
    }
}
