package org.stoatflow.runtime.engine;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.stoatflow.runtime.cluster.AssignmentExchange;
import org.stoatflow.runtime.cluster.ClientCloser;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.runtime.cluster.MemberSettings;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/**
 * Refuses what the constructors of clients refuse. A client that is made writes its whole configuration to the log, and
 * opens connections. So one is made, and closed again, only where the user has set what its constructor alone can
 * judge, such as a class or what has to fit another setting. Any thread.
 */
final class ClientTrial {
    /** The engine sets these. */
    private static final Set<String> SET_HERE = Set.of(ConsumerConfig.CLIENT_ID_CONFIG, ConsumerConfig.GROUP_ID_CONFIG);

    /** Keys whose definition alone says which values are allowed: no other setting has to fit. */
    private static final Set<String> JUDGED_ALONE = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            ConsumerConfig.METADATA_MAX_AGE_CONFIG,
            ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG,
            ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            ConsumerConfig.RETRY_BACKOFF_MS_CONFIG,
            ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG,
            ConsumerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG,
            ConsumerConfig.METRICS_NUM_SAMPLES_CONFIG,
            ConsumerConfig.METRICS_SAMPLE_WINDOW_MS_CONFIG,
            ConsumerConfig.METRICS_RECORDING_LEVEL_CONFIG,
            ProducerConfig.BATCH_SIZE_CONFIG,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG);

    private final LogicalTopology topology;
    private final StreamsConfig config;

    ClientTrial(LogicalTopology topology, StreamsConfig config) {
        this.topology = topology;
        this.config = config;
    }

    /** @throws org.apache.kafka.common.KafkaException if a client cannot be made */
    void run(ApplicationSettings settings, KafkaClientSupplier supplier) {
        KafkaClients trial = new KafkaClients(
                supplier, config, settings, ClientCloser.HERE, new ClientIds(settings.clientId() + "-check"));
        boolean ofConsumers = isDoubtful(ConsumerConfig.configDef(), StreamsConfig.CONSUMER_PREFIX);
        boolean ofAll = isDoubtful(ConsumerConfig.configDef(), ""); // each is looked at, and may be refused
        boolean shared = ofConsumers || ofAll;
        boolean ofProducers = isDoubtful(ProducerConfig.configDef(), StreamsConfig.PRODUCER_PREFIX);
        boolean ofAllProducers = isDoubtful(ProducerConfig.configDef(), "");
        try {
            if (!topology.globalStores().isEmpty()
                    && (isDoubtful(ConsumerConfig.configDef(), StreamsConfig.GLOBAL_CONSUMER_PREFIX)
                            || (shared && topology.sources().isEmpty()))) {
                Closing.quietly("global consumer", trial.openGlobalConsumer()::close);
            }
            if (topology.sources().isEmpty()) {
                return; // there is no group, and nothing is written
            }
            if (isDoubtful(ConsumerConfig.configDef(), StreamsConfig.MAIN_CONSUMER_PREFIX) || shared) {
                trial.openConsumer("check", new AssignmentExchange(MemberSettings.UNKNOWN));
            }
            if (isDoubtful(ConsumerConfig.configDef(), StreamsConfig.RESTORE_CONSUMER_PREFIX)) {
                Closing.quietly("restore consumer", trial.newRestoreConsumer()::close);
            }
            if (ofProducers || ofAllProducers) {
                Closing.quietly("producer", trial.newProducer()::close);
            }
        } finally {
            trial.closeConsumer(false);
        }
    }

    /**
     * Whether the user has set, with a prefix, what only a client's constructor can judge.
     *
     * @throws org.apache.kafka.common.config.ConfigException if a value is not allowed
     */
    private boolean isDoubtful(ConfigDef ofClient, String prefix) {
        boolean doubtful = false;
        for (Map.Entry<String, Object> set : config.originals().entrySet()) {
            String key = set.getKey().startsWith(prefix) ? set.getKey().substring(prefix.length()) : "";
            ConfigDef.ConfigKey known = ofClient.configKeys().get(key);
            if (known == null || SET_HERE.contains(key) || prefix.isEmpty() && isOfAdmin(key)) {
                continue; // nobody's, or a key of Kafka Streams
            }
            if (JUDGED_ALONE.contains(key)) {
                Object value = ConfigDef.parseType(key, set.getValue(), known.type());
                if (known.validator != null) {
                    known.validator.ensureValid(key, value);
                }
            } else {
                doubtful = true;
            }
        }
        return doubtful;
    }

    /** Whether the admin client, which is there already, has what consumers and producers have. */
    private boolean isOfAdmin(String key) {
        return key.equals(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG)
                && !config.originals().containsKey(StreamsConfig.ADMIN_CLIENT_PREFIX + key);
    }
}
