package org.stoatflow.streams;

import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.ValidString.in;

import java.io.File;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.ListSize;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
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
import org.stoatflow.streams.processor.internals.NoOpProcessorWrapper;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;

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
    private static final List<String> OPTIMIZATIONS =
            List.of("reuse.ktable.source.topics", "merge.repartition.topics", "single.store.self.join");
    private static final List<String> OPTIMIZATION_VALUES =
            List.of("all", "none", OPTIMIZATIONS.get(0), OPTIMIZATIONS.get(1), OPTIMIZATIONS.get(2));

    /** Value of {@link #MAX_TASK_IDLE_MS_CONFIG}: never wait for a partition without records. */
    public static final long MAX_TASK_IDLE_MS_DISABLED = -1;

    /**
     * A number of Kafka Streams' own.
     *
     * @deprecated as in Kafka Streams, where nothing uses it either
     */
    @Deprecated
    public static final int DUMMY_THREAD_INDEX = 1;

    /** Value of {@link #STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG}: folders of any age are kept. */
    public static final long STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED = -1;

    /** How many client tags there may be, and keys in {@link #RACK_AWARE_ASSIGNMENT_TAGS_CONFIG}. */
    public static final int MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE = 5;

    /** How many characters the key of a client tag may have. */
    public static final int MAX_RACK_AWARE_ASSIGNMENT_TAG_KEY_LENGTH = 20;

    /** How many characters the value of a client tag may have. */
    public static final int MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH = 30;

    /** Starts keys for the topics that the application creates. */
    public static final String TOPIC_PREFIX = "topic.";

    /** Starts keys for all consumers. */
    public static final String CONSUMER_PREFIX = "consumer.";

    /** Starts keys for the consumer that reads the sources. */
    public static final String MAIN_CONSUMER_PREFIX = "main.consumer.";

    /** Starts keys for the consumers that read changelogs. */
    public static final String RESTORE_CONSUMER_PREFIX = "restore.consumer.";

    /** Starts keys for the consumer that reads global stores. */
    public static final String GLOBAL_CONSUMER_PREFIX = "global.consumer.";

    /** Starts keys for producers. */
    public static final String PRODUCER_PREFIX = "producer.";

    /** Starts keys for admin clients. */
    public static final String ADMIN_CLIENT_PREFIX = "admin.";

    /** Starts keys of client tags: names of places, such as a zone, with what they are for this instance. */
    public static final String CLIENT_TAG_PREFIX = "client.tag.";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: leave the topology as it is. */
    public static final String NO_OPTIMIZATION = "none";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: change the topology in all ways that there are. */
    public static final String OPTIMIZE = "all";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: a table's source topic is its changelog. */
    public static final String REUSE_KTABLE_SOURCE_TOPICS = "reuse.ktable.source.topics";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: one repartition topic in the place of several. */
    public static final String MERGE_REPARTITION_TOPICS = "merge.repartition.topics";

    /** Value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: a stream joined with itself has one store. */
    public static final String SINGLE_STORE_SELF_JOIN = "single.store.self.join";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 2.4. */
    public static final String UPGRADE_FROM_24 = "2.4";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 2.5. */
    public static final String UPGRADE_FROM_25 = "2.5";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 2.6. */
    public static final String UPGRADE_FROM_26 = "2.6";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 2.7. */
    public static final String UPGRADE_FROM_27 = "2.7";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 2.8. */
    public static final String UPGRADE_FROM_28 = "2.8";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.0. */
    public static final String UPGRADE_FROM_30 = "3.0";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.1. */
    public static final String UPGRADE_FROM_31 = "3.1";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.2. */
    public static final String UPGRADE_FROM_32 = "3.2";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.3. */
    public static final String UPGRADE_FROM_33 = "3.3";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.4. */
    public static final String UPGRADE_FROM_34 = "3.4";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.5. */
    public static final String UPGRADE_FROM_35 = "3.5";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.6. */
    public static final String UPGRADE_FROM_36 = "3.6";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.7. */
    public static final String UPGRADE_FROM_37 = "3.7";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.8. */
    public static final String UPGRADE_FROM_38 = "3.8";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 3.9. */
    public static final String UPGRADE_FROM_39 = "3.9";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 4.0. */
    public static final String UPGRADE_FROM_40 = "4.0";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 4.1. */
    public static final String UPGRADE_FROM_41 = "4.1";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 4.2. */
    public static final String UPGRADE_FROM_42 = "4.2";

    /** Value of {@link #UPGRADE_FROM_CONFIG}: from Kafka Streams 4.3. */
    public static final String UPGRADE_FROM_43 = "4.3";

    /** Value of {@link #PROCESSING_GUARANTEE_CONFIG}: after a failure records may be processed again. */
    public static final String AT_LEAST_ONCE = "at_least_once";

    /**
     * Value of {@link #PROCESSING_GUARANTEE_CONFIG}: the output that readers see, and the state, are as if nothing ever
     * failed.
     */
    public static final String EXACTLY_ONCE_V2 = "exactly_once_v2";

    /** Value of {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG}: racks do not count. */
    public static final String RACK_AWARE_ASSIGNMENT_STRATEGY_NONE = "none";

    /** Value of {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG}: little traffic between racks. */
    public static final String RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC = "min_traffic";

    /** Value of {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG}: little traffic, and sub-topologies spread. */
    public static final String RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY = "balance_subtopology";

    /** Value of {@link #BUILT_IN_METRICS_VERSION_CONFIG}: the only one. */
    public static final String METRICS_LATEST = "latest";

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

    /** {@code window.size.ms}: how long the windows are that a default serde of windowed keys reads. */
    public static final String WINDOW_SIZE_MS_CONFIG = "window.size.ms";

    /**
     * {@code windowed.inner.class.serde}: the serde of the key within, for a default serde of windowed keys.
     *
     * @deprecated each serializer and deserializer of windowed keys has a key of its own
     */
    @Deprecated
    public static final String WINDOWED_INNER_CLASS_SERDE = "windowed.inner.class.serde";

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

    /**
     * {@code statestore.uncommitted.max.bytes}: how many bytes of writes to stores may wait for a commit, in an
     * application that asks for {@link #TRANSACTIONAL_STATE_STORES_CONFIG}. Negative for no bound.
     */
    public static final String STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG = "statestore.uncommitted.max.bytes";

    private static final long UNCOMMITTED_BYTES_MAX = 64L * 1024 * 1024;

    /** Documents {@link #STATESTORE_CACHE_MAX_BYTES_CONFIG}. */
    public static final String STATESTORE_CACHE_MAX_BYTES_DOC = "The size of all record caches together.";

    private static final String[] UPGRADE_FROM_VALUES = {
        null,
        UPGRADE_FROM_24,
        UPGRADE_FROM_25,
        UPGRADE_FROM_26,
        UPGRADE_FROM_27,
        UPGRADE_FROM_28,
        UPGRADE_FROM_30,
        UPGRADE_FROM_31,
        UPGRADE_FROM_32,
        UPGRADE_FROM_33,
        UPGRADE_FROM_34,
        UPGRADE_FROM_35,
        UPGRADE_FROM_36,
        UPGRADE_FROM_37,
        UPGRADE_FROM_38,
        UPGRADE_FROM_39,
        UPGRADE_FROM_40,
        UPGRADE_FROM_41,
        UPGRADE_FROM_42,
        UPGRADE_FROM_43
    };

    private static final List<String> LIST_SERDES = List.of(
            CommonClientConfigs.DEFAULT_LIST_KEY_SERDE_INNER_CLASS,
            CommonClientConfigs.DEFAULT_LIST_VALUE_SERDE_INNER_CLASS,
            CommonClientConfigs.DEFAULT_LIST_KEY_SERDE_TYPE_CLASS,
            CommonClientConfigs.DEFAULT_LIST_VALUE_SERDE_TYPE_CLASS);

    /** {@code acceptable.recovery.lag}: up to how many offsets behind a standby is ready. */
    public static final String ACCEPTABLE_RECOVERY_LAG_CONFIG = "acceptable.recovery.lag";

    /** {@code allow.os.group.write.access}: whether the group of the folders of state may write to them, too. */
    public static final String ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG = "allow.os.group.write.access";

    /** {@code application.server}: where users can reach the instance, {@code host:port}; other instances are told. */
    public static final String APPLICATION_SERVER_CONFIG = "application.server";

    /** {@code built.in.metrics.version}: {@link #METRICS_LATEST}. */
    public static final String BUILT_IN_METRICS_VERSION_CONFIG = "built.in.metrics.version";

    /** {@code connections.max.idle.ms}: a key of the Kafka clients. */
    public static final String CONNECTIONS_MAX_IDLE_MS_CONFIG = CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG;

    /** {@code metadata.max.age.ms}: a key of the Kafka clients. */
    public static final String METADATA_MAX_AGE_CONFIG = CommonClientConfigs.METADATA_MAX_AGE_CONFIG;

    /** {@code receive.buffer.bytes}: a key of the Kafka clients. */
    public static final String RECEIVE_BUFFER_CONFIG = CommonClientConfigs.RECEIVE_BUFFER_CONFIG;

    /** {@code reconnect.backoff.ms}: a key of the Kafka clients. */
    public static final String RECONNECT_BACKOFF_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG;

    /** {@code reconnect.backoff.max.ms}: a key of the Kafka clients. */
    public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG;

    /** {@code request.timeout.ms}: a key of the Kafka clients. */
    public static final String REQUEST_TIMEOUT_MS_CONFIG = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;

    /** {@code retry.backoff.ms}: a key of the Kafka clients. */
    public static final String RETRY_BACKOFF_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG;

    /** {@code security.protocol}: a key of the Kafka clients. */
    public static final String SECURITY_PROTOCOL_CONFIG = CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;

    /** {@code send.buffer.bytes}: a key of the Kafka clients. */
    public static final String SEND_BUFFER_CONFIG = CommonClientConfigs.SEND_BUFFER_CONFIG;

    /**
     * {@code default.dsl.store}: the kind of store of operators, in a {@link TopologyConfig} that names no suppliers.
     *
     * @deprecated use {@link #DSL_STORE_SUPPLIERS_CLASS_CONFIG}
     */
    @Deprecated
    public static final String DEFAULT_DSL_STORE_CONFIG = "default.dsl.store";

    /**
     * Documents {@link #DEFAULT_DSL_STORE_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String DEFAULT_DSL_STORE_DOC = "The kind of store of operators for which none is given.";

    /**
     * Value of {@link #DEFAULT_DSL_STORE_CONFIG}: on disk.
     *
     * @deprecated use {@link #DSL_STORE_SUPPLIERS_CLASS_CONFIG}
     */
    @Deprecated
    public static final String ROCKS_DB = "rocksDB";

    /**
     * Value of {@link #DEFAULT_DSL_STORE_CONFIG}: in memory.
     *
     * @deprecated use {@link #DSL_STORE_SUPPLIERS_CLASS_CONFIG}
     */
    @Deprecated
    public static final String IN_MEMORY = "in_memory";

    /**
     * The default of {@link #DEFAULT_DSL_STORE_CONFIG}.
     *
     * @deprecated use {@link #DSL_STORE_SUPPLIERS_CLASS_CONFIG}
     */
    @Deprecated
    public static final String DEFAULT_DSL_STORE = ROCKS_DB;

    /**
     * {@code dsl.store.suppliers.class}: a {@link org.stoatflow.streams.state.DslStoreSuppliers} that supplies the
     * stores of operators for which the program gives none.
     */
    public static final String DSL_STORE_SUPPLIERS_CLASS_CONFIG = "dsl.store.suppliers.class";

    /**
     * {@code dsl.store.format}: what the stores of aggregations and tables keep beside values, where the program gives
     * no supplier. In any case of letters.
     */
    public static final String DSL_STORE_FORMAT_CONFIG = "dsl.store.format";

    /**
     * {@code default.interactive.query.isolation.level}: whether queries that do not say it may be shown rows that are
     * not committed yet. Stores show committed rows at either level: {@code READ_UNCOMMITTED} asks for no more than it
     * is given. Default: {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT}.
     */
    public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG =
            "default.interactive.query.isolation.level";

    /** The default of {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}. */
    public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT =
            IsolationLevel.READ_UNCOMMITTED.name();

    /** Value of {@link #DSL_STORE_FORMAT_CONFIG}: timestamps where they are needed. */
    public static final String DSL_STORE_FORMAT_DEFAULT = "DEFAULT";

    /** Value of {@link #DSL_STORE_FORMAT_CONFIG}: headers and timestamps. */
    public static final String DSL_STORE_FORMAT_HEADERS = "HEADERS";

    /** {@code enable.metrics.push}: whether Kafka clients push metrics to brokers that ask for them. */
    public static final String ENABLE_METRICS_PUSH_CONFIG = CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG;

    /**
     * Documents {@link #ENABLE_METRICS_PUSH_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String ENABLE_METRICS_PUSH_DOC =
            "Whether Kafka clients push metrics to brokers that ask for them.";

    /** {@code ensure.explicit.internal.resource.naming}: whether names have to be given. See {@link TopologyConfig}. */
    public static final String ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG =
            "ensure.explicit.internal.resource.naming";

    /** {@code group.protocol}: accepted; the group uses the classic one. */
    public static final String GROUP_PROTOCOL_CONFIG = "group.protocol";

    /** The default of {@link #GROUP_PROTOCOL_CONFIG}. */
    public static final String DEFAULT_GROUP_PROTOCOL =
            GroupProtocol.CLASSIC.name().toLowerCase(Locale.ROOT);

    /** {@code log.summary.interval.ms}: accepted; there is no summary in the log. */
    public static final String LOG_SUMMARY_INTERVAL_MS_CONFIG = "log.summary.interval.ms";

    /** {@code max.warmup.replicas}: accepted, and has no effect: one instance does the work. */
    public static final String MAX_WARMUP_REPLICAS_CONFIG = "max.warmup.replicas";

    /**
     * {@code num.standby.replicas}: copies of stores on other instances. With at least one, each instance that waits
     * for the partitions follows the changelogs.
     */
    public static final String NUM_STANDBY_REPLICAS_CONFIG = "num.standby.replicas";

    /** {@code probing.rebalance.interval.ms}: accepted, and has no effect: one instance does the work. */
    public static final String PROBING_REBALANCE_INTERVAL_MS_CONFIG = "probing.rebalance.interval.ms";

    /**
     * {@code processing.exception.handler.global.enabled}: whether the processing handler decides for global stores,
     * too.
     *
     * @deprecated as in Kafka Streams, where it will always be so
     */
    @Deprecated
    public static final String PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG =
            "processing.exception.handler.global.enabled";

    /** {@code processor.wrapper.class}: wraps the processors of a topology. Read from a {@link TopologyConfig}. */
    public static final String PROCESSOR_WRAPPER_CLASS_CONFIG = "processor.wrapper.class";

    /** {@code rack.aware.assignment.non_overlap_cost}: accepted, and has no effect: one instance does the work. */
    public static final String RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG = "rack.aware.assignment.non_overlap_cost";

    /**
     * Documents {@link #RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_DOC = "What it costs that a task moves.";

    /** {@code rack.aware.assignment.strategy}: accepted, and has no effect: one instance does the work. */
    public static final String RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG = "rack.aware.assignment.strategy";

    /**
     * Documents {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String RACK_AWARE_ASSIGNMENT_STRATEGY_DOC = "How tasks are assigned with regard to racks.";

    /** {@code rack.aware.assignment.tags}: accepted, and has no effect: one instance does the work. */
    public static final String RACK_AWARE_ASSIGNMENT_TAGS_CONFIG = "rack.aware.assignment.tags";

    /** {@code rack.aware.assignment.traffic_cost}: accepted, and has no effect: one instance does the work. */
    public static final String RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG = "rack.aware.assignment.traffic_cost";

    /**
     * Documents {@link #RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_DOC = "What traffic between racks costs.";

    /** {@code repartition.purge.interval.ms}: accepted, and has no effect: hops need no topics. */
    public static final String REPARTITION_PURGE_INTERVAL_MS_CONFIG = "repartition.purge.interval.ms";

    /** {@code rocksdb.config.setter}: a {@link org.stoatflow.streams.state.RocksDBConfigSetter}. */
    public static final String ROCKSDB_CONFIG_SETTER_CLASS_CONFIG = "rocksdb.config.setter";

    /**
     * {@code state.cleanup.delay.ms}: for how long a task's folder of stores that users have written is kept, once the
     * topology does not have the task any more. A start deletes those that were not changed for so long.
     */
    public static final String STATE_CLEANUP_DELAY_MS_CONFIG = "state.cleanup.delay.ms";

    /**
     * {@code state.cleanup.dir.max.age.ms}: how old local state may be at the start. Older state is deleted, and
     * restored from its changelogs; -1, the default, for any age.
     */
    public static final String STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG = "state.cleanup.dir.max.age.ms";

    /** {@code task.assignor.class}: accepted, and has no effect: one instance does the work. */
    public static final String TASK_ASSIGNOR_CLASS_CONFIG = "task.assignor.class";

    /** {@code upgrade.from}: accepted, and has no effect: members do not share work. */
    public static final String UPGRADE_FROM_CONFIG = "upgrade.from";

    /**
     * Documents {@link #DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG}.
     *
     * @deprecated as in Kafka Streams
     */
    @Deprecated
    public static final String DEFAULT_DESERIALIZATION_EXCEPTION_HANDLER_CLASS_DOC =
            "The class that decides about records that cannot be deserialized, by its old key.";

    /**
     * {@code topology.description.push.enabled}: whether brokers are told the topology. It has a meaning under {@code
     * group.protocol=streams} only, and so none here.
     */
    public static final String TOPOLOGY_DESCRIPTION_PUSH_ENABLED_CONFIG = "topology.description.push.enabled";

    /**
     * {@code enable.transactional.statestores}: whether writes to stores become visible with their commit. They do
     * always; the key decides whether {@link #STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG} counts.
     */
    public static final String TRANSACTIONAL_STATE_STORES_CONFIG = "enable.transactional.statestores";

    /**
     * {@code topology.optimization}: {@link #NO_OPTIMIZATION}, {@link #OPTIMIZE}, or a list of single ones. Give it to
     * {@link StreamsBuilder#build(java.util.Properties)}, which alone acts on it.
     */
    public static final String TOPOLOGY_OPTIMIZATION_CONFIG = "topology.optimization";

    /**
     * {@code windowstore.changelog.additional.retention.ms}: for how long the changelogs of window and session stores
     * keep records, beside the stores' own retention.
     */
    public static final String WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG =
            "windowstore.changelog.additional.retention.ms";

    private static final ConfigDef CONFIG = defined();

    private final ClientConfigs clients;

    /**
     * Keys that Kafka Streams has for itself and its tests, and how it reads them. Programs that name them compile;
     * nothing in StoatFlow reads them.
     */
    public static class InternalConfig {
        /** {@code internal.task.assignor.class}. */
        public static final String INTERNAL_TASK_ASSIGNOR_CLASS = "internal.task.assignor.class";

        /** {@code __reference.container.instance__}. */
        public static final String REFERENCE_CONTAINER_PARTITION_ASSIGNOR = "__reference.container.instance__";

        /** {@code __assignment.listener__}. */
        public static final String ASSIGNMENT_LISTENER = "__assignment.listener__";

        /** {@code __internal.consumer.wrapper__}. */
        public static final String INTERNAL_CONSUMER_WRAPPER = "__internal.consumer.wrapper__";

        /** {@code __emit.interval.ms.kstreams.outer.join.spurious.results.fix__}. */
        public static final String EMIT_INTERVAL_MS_KSTREAMS_OUTER_JOIN_SPURIOUS_RESULTS_FIX =
                "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__";

        /** {@code __emit.interval.ms.kstreams.windowed.aggregation__}. */
        public static final String EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION =
                "__emit.interval.ms.kstreams.windowed.aggregation__";

        /** {@code __iq.consistency.offset.vector.enabled__}. */
        public static final String IQ_CONSISTENCY_OFFSET_VECTOR_ENABLED = "__iq.consistency.offset.vector.enabled__";

        /**
         * {@code __internal.override.topic.prefix__}.
         *
         * @deprecated as in Kafka Streams
         */
        @Deprecated
        public static final String TOPIC_PREFIX_ALTERNATIVE = "__internal.override.topic.prefix__";

        /** {@code __processing.threads.enabled__}. */
        public static final String PROCESSING_THREADS_ENABLED = "__processing.threads.enabled__";

        /** Creates an object without use. */
        public InternalConfig() {}

        /**
         * Reads {@link #PROCESSING_THREADS_ENABLED}.
         *
         * @param configs the configuration
         * @return what it says, or false
         */
        public static boolean processingThreadsEnabled(Map<String, Object> configs) {
            return getBoolean(configs, PROCESSING_THREADS_ENABLED, false);
        }

        /**
         * Reads a truth value.
         *
         * @param configs the configuration
         * @param key the key
         * @param defaultValue what counts where the key is not set, or to something else
         * @return the value
         */
        public static boolean getBoolean(Map<String, Object> configs, String key, boolean defaultValue) {
            return switch (configs.getOrDefault(key, defaultValue)) {
                case Boolean value -> value;
                case String text -> Boolean.parseBoolean(text);
                case Object other -> otherwise(key, other, "true or false", defaultValue);
                case null -> otherwise(key, null, "true or false", defaultValue);
            };
        }

        /**
         * Reads a number.
         *
         * @param configs the configuration
         * @param key the key
         * @param defaultValue what counts where the key is not set, or to something else
         * @return the value
         * @throws NumberFormatException if a text is no number
         */
        public static long getLong(Map<String, Object> configs, String key, long defaultValue) {
            return switch (configs.getOrDefault(key, defaultValue)) {
                case Number value -> value.longValue();
                case String text -> Long.parseLong(text);
                case Object other -> otherwise(key, other, "a number", defaultValue);
                case null -> otherwise(key, null, "a number", defaultValue);
            };
        }

        /**
         * Reads a text.
         *
         * @param configs the configuration
         * @param key the key
         * @param defaultValue what counts where the key is not set, or to something else
         * @return the value
         */
        public static String getString(Map<String, Object> configs, String key, String defaultValue) {
            Object value = configs.getOrDefault(key, defaultValue);
            return value instanceof String text ? text : otherwise(key, value, "a text", defaultValue);
        }

        private static <T> T otherwise(String key, Object value, String asked, T defaultValue) {
            LOG.warn("{}={} is not {}; {} is taken.", key, value, asked, defaultValue);
            return defaultValue;
        }
    }

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
        ClientTags.requireValid(getClientTags(), getList(RACK_AWARE_ASSIGNMENT_TAGS_CONFIG));
        clients.requireConsistentMetricsPush(getBoolean(ENABLE_METRICS_PUSH_CONFIG));
        if (isStreamsProtocolEnabled()) {
            UnservedKeys.warnOfReplicas(getInt(MAX_WARMUP_REPLICAS_CONFIG), getInt(NUM_STANDBY_REPLICAS_CONFIG));
        }
        StoatflowConfig.requireValid(this);
        if (!getBoolean(PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG)) {
            LOG.warn(
                    "Processing exception handler is not enabled for the GlobalThread. A processor of a global store"
                            + " that throws ends the application. Set {}=true to have the handler asked; Kafka 5.0 does.",
                    PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG);
        }
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
     * Starts a key for the consumer that reads global stores.
     *
     * @param consumerProp a consumer's key
     * @return the key with {@link #GLOBAL_CONSUMER_PREFIX}
     */
    public static String globalConsumerPrefix(String consumerProp) {
        return GLOBAL_CONSUMER_PREFIX + consumerProp;
    }

    /**
     * Starts the key of a client tag.
     *
     * @param clientTagKey the tag's key
     * @return the key with {@link #CLIENT_TAG_PREFIX}
     */
    public static String clientTagPrefix(String clientTagKey) {
        return CLIENT_TAG_PREFIX + clientTagKey;
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
     * The configuration of the consumer that reads global stores; it has no group.
     *
     * @param clientId starts the client's id
     * @return a new map
     */
    public Map<String, Object> getGlobalConsumerConfigs(String clientId) {
        return clients.globalConsumer(clientId);
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
     * The client tags.
     *
     * @return key without {@link #CLIENT_TAG_PREFIX} to value
     */
    public Map<String, String> getClientTags() {
        Map<String, String> tags = new HashMap<>();
        originalsWithPrefix(CLIENT_TAG_PREFIX).forEach((key, value) -> tags.put(key, String.valueOf(value)));
        return tags;
    }

    /**
     * Reads a value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}. Only {@link
     * StreamsBuilder#build(java.util.Properties)} acts on it.
     *
     * @param config the value: one, or several with commas between them
     * @return the optimizations that it asks for; empty for none
     * @throws ConfigException if there is no such value, or one that stands alone stands with others
     */
    public static Set<String> verifyTopologyOptimizationConfigs(String config) {
        List<String> asked = List.of(LIST_SEPARATOR.split(config, -1));
        boolean alone = asked.contains(NO_OPTIMIZATION) || asked.contains(OPTIMIZE);
        String acceptable =
                " Acceptable are '" + NO_OPTIMIZATION + "', '" + OPTIMIZE + "', or some of " + OPTIMIZATIONS;
        if (alone && asked.size() > 1) {
            throw new ConfigException("\"" + config + "\" is not a valid optimization config." + acceptable);
        }
        if (!OPTIMIZATION_VALUES.containsAll(asked)) {
            throw new ConfigException("Unrecognized config. '" + config + "' is none for "
                    + TOPOLOGY_OPTIMIZATION_CONFIG + "." + acceptable);
        }
        if (asked.contains(NO_OPTIMIZATION)) {
            return Set.of();
        }
        return new HashSet<>(asked.contains(OPTIMIZE) ? OPTIMIZATIONS : asked);
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
                "deserialization",
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
     * The level of {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}.
     *
     * @return the level of queries that do not say one
     */
    public IsolationLevel defaultInteractiveQueryIsolationLevel() {
        return IsolationLevel.valueOf(
                getString(DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG).toUpperCase(Locale.ROOT));
    }

    /**
     * Makes the handler of records that cannot be sent. The new key wins over the deprecated one.
     *
     * @return a new instance
     */
    public ProductionExceptionHandler productionExceptionHandler() {
        return handler(
                "production",
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
     * Whether {@link #GROUP_PROTOCOL_CONFIG} asks for the protocol in which brokers assign tasks.
     *
     * @return true for {@code streams}, in any case
     */
    protected boolean isStreamsProtocolEnabled() {
        return getString(GROUP_PROTOCOL_CONFIG).equalsIgnoreCase(GroupProtocol.STREAMS.name());
    }

    /**
     * Whether a plain close leaves the group: members of the streams protocol do, but those with an instance id of the
     * user's, for which the group waits.
     */
    boolean leavesGroupAtClose() {
        return isStreamsProtocolEnabled()
                && Stream.of("", CONSUMER_PREFIX, MAIN_CONSUMER_PREFIX)
                        .noneMatch(prefix -> originals().containsKey(prefix + ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
    }

    /**
     * Prints a table of all keys, as HTML.
     *
     * @param args not used
     */
    public static void main(String[] args) {
        System.out.println(CONFIG.toHtml(4, key -> "streamsconfigs_" + key));
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
        Map<String, Object> changed = CommonClientConfigs.postProcessReconnectBackoffConfigs(this, parsedValues);
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
            throw new StreamsException(
                    "Failed to configure " + (forKeys ? "key" : "value") + " serde " + get(key), failure);
        }
    }

    private <T> T handler(String what, String key, String deprecatedKey, Class<T> type) {
        boolean isNew = originals().containsKey(key);
        if (isNew && originals().containsKey(deprecatedKey)) {
            LOG.warn(
                    "Both the deprecated and new config for {} exception handler are configured. {} wins over {}.",
                    what,
                    key,
                    deprecatedKey);
        }
        return getConfiguredInstance(isNew ? key : deprecatedKey, type);
    }

    private static ConfigDef defined() {
        ConfigDef keys = new ConfigDef();
        defineApplication(keys);
        defineExceptionHandlers(keys);
        defineProcessing(keys);
        defineMetricsAndClients(keys);
        defineStores(keys);
        defineTransactions(keys);
        defineAssignment(keys);
        defineGroupsAndFolders(keys);
        defineClientKeys(keys);
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
                                OPTIMIZATION_VALUES::toString),
                        Importance.MEDIUM,
                        "How a topology is changed when it is built.")
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

    @SuppressWarnings("deprecation")
    private static void defineStores(ConfigDef keys) {
        keys.define(
                        DEFAULT_DSL_STORE_CONFIG,
                        Type.STRING,
                        DEFAULT_DSL_STORE,
                        in(ROCKS_DB, IN_MEMORY),
                        Importance.LOW,
                        DEFAULT_DSL_STORE_DOC)
                .define(
                        DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                        Type.CLASS,
                        BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers.class,
                        Importance.LOW,
                        "Supplies the stores of operators for which the program gives none.")
                .define(
                        DSL_STORE_FORMAT_CONFIG,
                        Type.STRING,
                        DSL_STORE_FORMAT_DEFAULT,
                        CaseInsensitiveValidString.in(DSL_STORE_FORMAT_DEFAULT, DSL_STORE_FORMAT_HEADERS),
                        Importance.LOW,
                        "What stores of operators keep beside values: timestamps, or headers too.")
                .define(
                        ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                        Type.CLASS,
                        null,
                        Importance.LOW,
                        "Changes the settings of RocksDB.")
                .define(
                        ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.HIGH,
                        "Whether the names of stores and internal topics have to be given.")
                .define(
                        PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.HIGH,
                        "Whether the processing handler decides for global stores, too.")
                .define(
                        PROCESSOR_WRAPPER_CLASS_CONFIG,
                        Type.CLASS,
                        NoOpProcessorWrapper.class,
                        Importance.LOW,
                        "Wraps the processors of a topology.");
    }

    private static void defineTransactions(ConfigDef keys) {
        keys.define(
                        DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG,
                        Type.STRING,
                        DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT,
                        CaseInsensitiveValidString.in(
                                IsolationLevel.READ_UNCOMMITTED.name(), IsolationLevel.READ_COMMITTED.name()),
                        Importance.LOW,
                        "Whether queries may be shown rows that are not committed yet.")
                .define(
                        TRANSACTIONAL_STATE_STORES_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.LOW,
                        "Accepted; stores are transactional always.")
                .define(
                        STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG,
                        Type.LONG,
                        UNCOMMITTED_BYTES_MAX,
                        atLeast(-1),
                        Importance.LOW,
                        "Bytes of stores after which a commit comes early, where stores are asked to be transactional.")
                .define(
                        TOPOLOGY_DESCRIPTION_PUSH_ENABLED_CONFIG,
                        Type.BOOLEAN,
                        true,
                        Importance.MEDIUM,
                        "Accepted; the classic protocol has no place for it.");
    }

    @SuppressWarnings("deprecation")
    private static void defineAssignment(ConfigDef keys) {
        String accepted = "Accepted; one instance does the work.";
        keys.define(NUM_STANDBY_REPLICAS_CONFIG, Type.INT, 0, Importance.HIGH, "From 1 on, those that wait follow.")
                .define(ACCEPTABLE_RECOVERY_LAG_CONFIG, Type.LONG, 10_000L, atLeast(0), Importance.MEDIUM, accepted)
                .define(MAX_WARMUP_REPLICAS_CONFIG, Type.INT, 2, atLeast(1), Importance.MEDIUM, accepted)
                .define(TASK_ASSIGNOR_CLASS_CONFIG, Type.STRING, null, Importance.MEDIUM, accepted)
                .define(
                        PROBING_REBALANCE_INTERVAL_MS_CONFIG,
                        Type.LONG,
                        600_000L,
                        atLeast(60_000),
                        Importance.LOW,
                        accepted)
                .define(
                        RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG,
                        Type.INT,
                        null,
                        Importance.LOW,
                        RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_DOC)
                .define(
                        RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG,
                        Type.STRING,
                        RACK_AWARE_ASSIGNMENT_STRATEGY_NONE,
                        in(
                                RACK_AWARE_ASSIGNMENT_STRATEGY_NONE,
                                RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC,
                                RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY),
                        Importance.LOW,
                        RACK_AWARE_ASSIGNMENT_STRATEGY_DOC)
                .define(
                        RACK_AWARE_ASSIGNMENT_TAGS_CONFIG,
                        Type.LIST,
                        List.of(),
                        ListSize.atMostOfSize(MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE),
                        Importance.LOW,
                        accepted)
                .define(
                        RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG,
                        Type.INT,
                        null,
                        Importance.LOW,
                        RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_DOC);
    }

    private static void defineGroupsAndFolders(ConfigDef keys) {
        keys.define(
                        GROUP_PROTOCOL_CONFIG,
                        Type.STRING,
                        DEFAULT_GROUP_PROTOCOL,
                        CaseInsensitiveValidString.in(Utils.enumOptions(GroupProtocol.class)),
                        Importance.MEDIUM,
                        "Accepted; the group uses the classic one.")
                .define(
                        ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG,
                        Type.BOOLEAN,
                        false,
                        Importance.LOW,
                        "Whether the group of the folders of state may write to them.")
                .define(
                        APPLICATION_SERVER_CONFIG,
                        Type.STRING,
                        "",
                        new ServerAddress(),
                        Importance.LOW,
                        "Where users reach the instance.")
                .define(
                        BUILT_IN_METRICS_VERSION_CONFIG,
                        Type.STRING,
                        METRICS_LATEST,
                        in(METRICS_LATEST),
                        Importance.LOW,
                        "Only '" + METRICS_LATEST + "'.")
                .define(
                        AbstractConfig.CONFIG_PROVIDERS_CONFIG,
                        Type.LIST,
                        List.of(),
                        ConfigDef.ValidList.anyNonDuplicateValues(true, false),
                        Importance.LOW,
                        "Names of providers, which give values that other keys ask them for.")
                .define(LOG_SUMMARY_INTERVAL_MS_CONFIG, Type.LONG, 120_000L, Importance.LOW, "Accepted.")
                .define(
                        REPARTITION_PURGE_INTERVAL_MS_CONFIG,
                        Type.LONG,
                        COMMIT_INTERVAL_MS,
                        atLeast(0),
                        Importance.LOW,
                        "Accepted; hops need no topics.")
                .define(STATE_CLEANUP_DELAY_MS_CONFIG, Type.LONG, 600_000L, Importance.LOW, "Keeps folders of tasks.")
                .define(
                        STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG,
                        Type.LONG,
                        STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED,
                        Importance.LOW,
                        "Age at which local state is deleted.")
                .define(
                        UPGRADE_FROM_CONFIG,
                        Type.STRING,
                        null,
                        in(UPGRADE_FROM_VALUES),
                        Importance.LOW,
                        "Accepted; members do not share work.");
    }

    @SuppressWarnings("deprecation")
    private static void defineClientKeys(ConfigDef keys) {
        for (String serde : LIST_SERDES) {
            keys.define(serde, Type.CLASS, null, Importance.MEDIUM, "For Kafka's serde of lists.");
        }
        String ofClients = "A key of the Kafka clients.";
        keys.define(
                        SECURITY_PROTOCOL_CONFIG,
                        Type.STRING,
                        CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL,
                        CaseInsensitiveValidString.in(Utils.enumOptions(SecurityProtocol.class)),
                        Importance.MEDIUM,
                        ofClients)
                .define(ENABLE_METRICS_PUSH_CONFIG, Type.BOOLEAN, true, Importance.LOW, ENABLE_METRICS_PUSH_DOC)
                .define(CONNECTIONS_MAX_IDLE_MS_CONFIG, Type.LONG, 540_000L, Importance.LOW, ofClients)
                .define(METADATA_MAX_AGE_CONFIG, Type.LONG, 300_000L, atLeast(0), Importance.LOW, ofClients)
                .define(
                        RECEIVE_BUFFER_CONFIG,
                        Type.INT,
                        32 * 1024,
                        atLeast(CommonClientConfigs.RECEIVE_BUFFER_LOWER_BOUND),
                        Importance.LOW,
                        ofClients)
                .define(
                        SEND_BUFFER_CONFIG,
                        Type.INT,
                        128 * 1024,
                        atLeast(CommonClientConfigs.SEND_BUFFER_LOWER_BOUND),
                        Importance.LOW,
                        ofClients)
                .define(RECONNECT_BACKOFF_MS_CONFIG, Type.LONG, 50L, atLeast(0), Importance.LOW, ofClients)
                .define(RECONNECT_BACKOFF_MAX_MS_CONFIG, Type.LONG, 1000L, atLeast(0), Importance.LOW, ofClients)
                .define(RETRY_BACKOFF_MS_CONFIG, Type.LONG, 100L, atLeast(0), Importance.LOW, ofClients)
                .define(REQUEST_TIMEOUT_MS_CONFIG, Type.INT, 40_000, atLeast(0), Importance.LOW, ofClients)
                .define(
                        CommonClientConfigs.METADATA_CLUSTER_CHECK_ENABLE_CONFIG,
                        Type.BOOLEAN,
                        true,
                        Importance.LOW,
                        ofClients)
                .define(
                        CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG,
                        Type.STRING,
                        CommonClientConfigs.DEFAULT_METADATA_RECOVERY_STRATEGY,
                        CaseInsensitiveValidString.in(Utils.enumOptions(MetadataRecoveryStrategy.class)),
                        Importance.LOW,
                        ofClients)
                .define(
                        CommonClientConfigs.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS_CONFIG,
                        Type.LONG,
                        CommonClientConfigs.DEFAULT_METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS,
                        atLeast(0),
                        Importance.LOW,
                        ofClients);
    }

    private static void defineMetricsAndClients(ConfigDef keys) {
        keys.define(
                        METRIC_REPORTER_CLASSES_CONFIG,
                        Type.LIST,
                        JmxReporter.class.getName(),
                        ConfigDef.ValidList.anyNonDuplicateValues(true, false),
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
                .define(WINDOW_SIZE_MS_CONFIG, Type.LONG, null, Importance.LOW, "Size of windows that are read.")
                .define(
                        "windowed.inner.class.serde",
                        Type.STRING,
                        null,
                        Importance.LOW,
                        "Serde of the key within a windowed key.")
                .define(POLL_MS_CONFIG, Type.LONG, 100L, Importance.LOW, "How long one poll may wait.")
                .define(
                        DEFAULT_CLIENT_SUPPLIER_CONFIG,
                        Type.CLASS,
                        DefaultKafkaClientSupplier.class.getName(),
                        Importance.LOW,
                        DEFAULT_CLIENT_SUPPLIER_DOC)
                .define(
                        WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG,
                        Type.LONG,
                        Duration.ofDays(1).toMillis(),
                        Importance.LOW,
                        "For how long changelogs of windows keep records, beside the stores' own retention.");
    }
}
