package org.stoatflow.runtime.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.localkafka.TestCluster;

/** A Kafka Streams application on the shared cluster: the reference. */
public final class KafkaApp implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);

    private final KafkaStreams streams;
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private KafkaApp(KafkaStreams streams) {
        this.streams = streams;
        streams.setUncaughtExceptionHandler(error -> {
            errors.add(error);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    /** String serdes, the shared cluster, no caches, and a short commit interval. */
    public static Properties config(String applicationId, Path stateDir, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, TestCluster.shared().bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.METADATA_MAX_AGE_CONFIG), 1000);
        return config;
    }

    /** Keeps stores of the DSL in memory; they start faster than RocksDB. */
    public static Properties inMemory(Properties config) {
        config.put(
                StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class);
        return config;
    }

    /** Starts an application, and returns once it runs. */
    public static KafkaApp running(Topology topology, Properties config) {
        KafkaApp app = new KafkaApp(new KafkaStreams(topology, config));
        app.streams.start();
        Eventually.await(
                () -> app.streams.state() == KafkaStreams.State.RUNNING || !app.errors.isEmpty(),
                () -> "RUNNING; Kafka Streams is " + app.streams.state());
        if (!app.errors.isEmpty()) {
            throw new AssertionError("Kafka Streams does not start", app.errors.getFirst());
        }
        return app;
    }

    /** Whether the application runs. */
    public boolean isRunning() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    /** The application's metrics. */
    public Map<MetricName, ? extends Metric> metrics() {
        return streams.metrics();
    }

    /** Closes the application, which leaves the group at once, as another runtime needs it. */
    @Override
    public void close() {
        boolean closed = streams.close(CloseOptions.timeout(CLOSE_LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        if (!closed) {
            throw new AssertionError("Kafka Streams is not closed within " + CLOSE_LIMIT);
        }
        if (!errors.isEmpty()) {
            throw new AssertionError("Kafka Streams failed", errors.getFirst());
        }
    }
}
