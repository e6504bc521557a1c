package org.stoatflow.streams;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.stoatflow.config.StoatflowConfig;

/**
 * Derives the configuration of the Kafka clients from the application's. Of several values for a key the last counts,
 * in this order: our defaults, keys of the user that no client configuration defines (interceptors' and serdes'), plain
 * client keys, keys with the client's prefix, and last the keys that we must set.
 */
final class ClientConfigs {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsConfig.class);

    static final int TRANSACTION_TIMEOUT_MS = 10_000;
    private static final int IN_FLIGHT_MAX = 5;
    private static final long RESOLVED_AT_ONCE = 0;

    private static final Map<String, Object> CONSUMER_DEFAULTS = Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1000",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
            ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    private static final String READ_COMMITTED =
            IsolationLevel.READ_COMMITTED.toString().toLowerCase(Locale.ROOT);
    private static final Map<String, Object> PRODUCER_DEFAULTS = Map.of(ProducerConfig.LINGER_MS_CONFIG, "100");
    private static final Map<String, Object> PRODUCER_EXACTLY_ONCE = Map.of(
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            Integer.MAX_VALUE,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            TRANSACTION_TIMEOUT_MS);

    /** The keys of a consumer that the user cannot choose. */
    private static final List<String> CONSUMER_FIXED = List.of(
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG);

    /** What Kafka Streams gives its consumer for the assignor; our consumer has no use for it. */
    private static final List<String> FOR_THE_ASSIGNOR = List.of(
            StreamsConfig.UPGRADE_FROM_CONFIG,
            StreamsConfig.REPLICATION_FACTOR_CONFIG,
            StreamsConfig.APPLICATION_SERVER_CONFIG,
            StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
            StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG,
            StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG,
            StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG,
            StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG,
            StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG,
            StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG,
            StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG,
            StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG,
            StreamsConfig.TASK_ASSIGNOR_CLASS_CONFIG);

    private final StreamsConfig config;
    private final boolean exactlyOnce;

    ClientConfigs(StreamsConfig config, boolean exactlyOnce) {
        this.config = config;
        this.exactlyOnce = exactlyOnce;
    }

    Map<String, Object> mainConsumer(String groupId, String clientId, int index) {
        Map<String, Object> props = consumer(StreamsConfig.MAIN_CONSUMER_PREFIX);
        props.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
        props.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        props.computeIfPresent(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, (key, id) -> id + "-" + index);
        props.put(StreamsConfig.APPLICATION_ID_CONFIG, groupId);
        FOR_THE_ASSIGNOR.forEach(key -> props.put(key, config.values().get(key)));
        requireSegmentsThatHoldBatches();
        props.putAll(config.originalsWithPrefix(StreamsConfig.TOPIC_PREFIX, false));
        return props;
    }

    Map<String, Object> restoreConsumer(String clientId) {
        Map<String, Object> props = consumer(StreamsConfig.RESTORE_CONSUMER_PREFIX);
        props.remove(ConsumerConfig.GROUP_ID_CONFIG);
        props.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        props.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        props.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return props;
    }

    Map<String, Object> globalConsumer(String clientId) {
        Map<String, Object> props = consumer(StreamsConfig.GLOBAL_CONSUMER_PREFIX);
        props.remove(ConsumerConfig.GROUP_ID_CONFIG);
        props.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        props.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId + "-global-consumer");
        props.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return props;
    }

    Map<String, Object> producer(String clientId) {
        Map<String, Object> chosen = chosen(StreamsConfig.PRODUCER_PREFIX, ProducerConfig.configNames());
        Map<String, Object> props = new HashMap<>(PRODUCER_DEFAULTS);
        if (exactlyOnce) {
            dropUnlessEqual(chosen, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true, "producer");
            dropUnlessEqual(chosen, ProducerConfig.TRANSACTIONAL_ID_CONFIG, null, "producer");
            requireInFlightBound(chosen.get(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION));
            props.putAll(PRODUCER_EXACTLY_ONCE);
        }
        props.putAll(keysOfNobody());
        props.putAll(chosen);
        props.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        props.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        return resolvedAtOnce(props, "producer");
    }

    Map<String, Object> admin(String clientId) {
        Map<String, Object> props = new HashMap<>();
        props.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, true);
        props.putAll(keysOfNobody());
        props.putAll(chosen(StreamsConfig.ADMIN_CLIENT_PREFIX, AdminClientConfig.configNames()));
        props.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        return resolvedAtOnce(props, "admin");
    }

    /**
     * Where the application's metrics are pushed, main consumer and admin client must push, too: brokers know the
     * application by these.
     *
     * @throws ConfigException naming the keys
     */
    void requireConsistentMetricsPush(boolean pushed) {
        if (!pushed) {
            return;
        }
        Boolean all = metricsPush(StreamsConfig.CONSUMER_PREFIX);
        Boolean main = metricsPush(StreamsConfig.MAIN_CONSUMER_PREFIX);
        Boolean admin = metricsPush(StreamsConfig.ADMIN_CLIENT_PREFIX);
        boolean mainOff = Boolean.FALSE.equals(main);
        boolean adminOff = Boolean.FALSE.equals(admin);
        if (Boolean.FALSE.equals(all) && main == null && admin == null) {
            throw inconsistent("enabled but consumer.enable.metrics is false");
        }
        if (mainOff || adminOff) {
            String who = Boolean.TRUE.equals(all) ? "and consumer.enable.metrics are enabled, but " : "enabled but ";
            throw inconsistent(who
                    + (mainOff && adminOff
                            ? "main.consumer and admin.client metrics push are disabled"
                            : (mainOff ? "main.consumer" : "admin.client") + " metrics push is disabled"));
        }
    }

    private static ConfigException inconsistent(String what) {
        return new ConfigException(
                "Kafka Streams metrics push " + what + ", the setting needs to be consistent between the two");
    }

    private Boolean metricsPush(String prefix) {
        return (Boolean) ConfigDef.parseType(
                prefix + StreamsConfig.ENABLE_METRICS_PUSH_CONFIG,
                config.originalsWithPrefix(prefix).get(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG),
                ConfigDef.Type.BOOLEAN);
    }

    private Map<String, Object> consumer(String prefix) {
        Map<String, Object> chosen = chosen(StreamsConfig.CONSUMER_PREFIX, ConsumerConfig.configNames());
        chosen.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        dropFixed(chosen);
        Map<String, Object> props = new HashMap<>(CONSUMER_DEFAULTS);
        if (exactlyOnce) {
            dropUnlessEqual(chosen, ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED, "consumer");
            props.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
            props.put("internal.throw.on.fetch.stable.offset.unsupported", true);
        }
        props.putAll(keysOfNobody());
        props.putAll(chosen);
        props.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        Map<String, Object> ofThisConsumer = config.originalsWithPrefix(prefix);
        dropFixed(ofThisConsumer);
        props.putAll(ofThisConsumer);
        return resolvedAtOnce(props, "consumer");
    }

    /**
     * Has a client look its brokers up before its constructor returns, as in Kafka Streams: we wait for brokers
     * ourselves, and a lookup that failed in the background would end the client later.
     */
    private static Map<String, Object> resolvedAtOnce(Map<String, Object> props, String client) {
        Object given = props.put(CommonClientConfigs.BOOTSTRAP_RESOLVE_TIMEOUT_MS_CONFIG, RESOLVED_AT_ONCE);
        if (given != null && !given.toString().equals(String.valueOf(RESOLVED_AT_ONCE))) {
            LOG.warn(
                    "Unexpected user-specified {} config '{}' found: {} is ignored, and {} is used.",
                    client,
                    CommonClientConfigs.BOOTSTRAP_RESOLVE_TIMEOUT_MS_CONFIG,
                    given,
                    RESOLVED_AT_ONCE);
        }
        return props;
    }

    private static void dropFixed(Map<String, Object> chosen) {
        CONSUMER_FIXED.forEach(key -> dropUnlessEqual(chosen, key, CONSUMER_DEFAULTS.get(key), "consumer"));
    }

    private static void dropUnlessEqual(Map<String, Object> chosen, String key, Object fixed, String client) {
        if (chosen.containsKey(key) && !chosen.get(key).equals(fixed)) {
            Level level = CONSUMER_FIXED.contains(key) ? Level.ERROR : Level.WARN; // as in Kafka Streams
            LOG.atLevel(level)
                    .log(
                            "Unexpected user-specified {} config '{}' found: {} is ignored, the application sets it.",
                            client,
                            key,
                            chosen.get(key));
            chosen.remove(key);
        }
    }

    private Map<String, Object> chosen(String prefix, Set<String> clientKeys) {
        Map<String, Object> chosen = config.originals();
        chosen.keySet().retainAll(clientKeys);
        chosen.putAll(config.originalsWithPrefix(prefix));
        return chosen;
    }

    /** Keys that neither we nor a client defines; interceptors and reporters may want them. */
    private Map<String, Object> keysOfNobody() {
        Map<String, Object> props = config.originals();
        props.keySet().removeAll(StreamsConfig.configDef().names());
        props.keySet().removeAll(UnservedKeys.names());
        props.keySet().removeAll(ConsumerConfig.configNames());
        props.keySet().removeAll(ProducerConfig.configNames());
        props.keySet().removeAll(AdminClientConfig.configNames());
        props.keySet()
                .removeIf(key -> key.startsWith(StreamsConfig.CONSUMER_PREFIX)
                        || key.startsWith(StreamsConfig.PRODUCER_PREFIX)
                        || key.startsWith(StreamsConfig.ADMIN_CLIENT_PREFIX)
                        || key.startsWith(StoatflowConfig.PREFIX));
        return props;
    }

    private Object bootstrapServers() {
        return config.originals().get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG);
    }

    private void requireSegmentsThatHoldBatches() {
        Object segment = config.originals().get(StreamsConfig.topicPrefix("segment.bytes"));
        Object batch = chosen(StreamsConfig.PRODUCER_PREFIX, ProducerConfig.configNames())
                .get(ProducerConfig.BATCH_SIZE_CONFIG);
        if (segment != null
                && batch != null
                && Integer.parseInt(segment.toString()) < Integer.parseInt(batch.toString())) {
            throw new IllegalArgumentException(
                    "topic.segment.bytes=" + segment + " is less than the producer's batch.size=" + batch
                            + "; batches would not fit into a topic's segments.");
        }
    }

    private static void requireInFlightBound(Object inFlight) {
        if (inFlight == null) {
            return;
        }
        String key = ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION;
        int count = inFlight instanceof String text ? parsed(key, text) : ((Number) inFlight).intValue();
        if (count > IN_FLIGHT_MAX) {
            throw new ConfigException(
                    key, count, "Can't exceed " + IN_FLIGHT_MAX + " when exactly-once processing is enabled");
        }
    }

    private static int parsed(String key, String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException failure) {
            throw new ConfigException(key, text, "String value could not be parsed as 32-bit integer");
        }
    }
}
