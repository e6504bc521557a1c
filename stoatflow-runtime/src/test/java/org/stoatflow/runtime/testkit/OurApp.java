package org.stoatflow.runtime.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** A StoatFlow application on the shared cluster; closed at the end of a test at the latest. */
public final class OurApp implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(120);

    private final KafkaStreams streams;
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private OurApp(KafkaStreams streams) {
        this.streams = streams;
        streams.setUncaughtExceptionHandler(error -> {
            errors.add(error);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    /** String serdes, the shared cluster, and no caches. */
    public static Properties config(String applicationId, Path stateDir, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, TestCluster.shared().bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return config;
    }

    /** Makes an application that is not started. */
    public static OurApp of(Topology topology, Properties config) {
        return new OurApp(new KafkaStreams(topology, config));
    }

    /** Starts an application, and returns once it runs. */
    public static OurApp running(Topology topology, Properties config) {
        OurApp app = of(topology, config);
        app.streams.start();
        app.awaitRunning();
        return app;
    }

    /** Starts an application that goes on after each error, and returns once it runs. */
    public static OurApp goingOn(Topology topology, Properties config) {
        return goingOn(new KafkaStreams(topology, config));
    }

    /** The same, with clients of a supplier. */
    public static OurApp goingOn(Topology topology, Properties config, KafkaClientSupplier clients) {
        return goingOn(new KafkaStreams(topology, config, clients));
    }

    private static OurApp goingOn(KafkaStreams streams) {
        OurApp app = new OurApp(streams).goingOn();
        app.streams.start();
        app.awaitRunning();
        return app;
    }

    /** Has the handler ask for another start after each error. To be called before the start. */
    public OurApp goingOn() {
        streams.setUncaughtExceptionHandler(error -> {
            errors.add(error);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        return this;
    }

    /** Starts an application with clients of a supplier, and returns once it runs. */
    public static OurApp running(Topology topology, Properties config, KafkaClientSupplier clients) {
        OurApp app = new OurApp(new KafkaStreams(topology, config, clients));
        app.streams.start();
        app.awaitRunning();
        return app;
    }

    /** The facade. */
    public KafkaStreams streams() {
        return streams;
    }

    /** The errors that the uncaught-exception handler was given. */
    public List<Throwable> errors() {
        return errors;
    }

    /** Waits for RUNNING; fails at once where the application ends. */
    public void awaitRunning() {
        Eventually.await(
                () -> streams.state() == KafkaStreams.State.RUNNING
                        || streams.state().hasStartedOrFinishedShuttingDown(),
                () -> "RUNNING; the state is " + streams.state());
        if (streams.state() != KafkaStreams.State.RUNNING) {
            throw new AssertionError("the application is " + streams.state() + " because of " + errors);
        }
    }

    /** Waits for a state. */
    public void await(KafkaStreams.State state) {
        Eventually.await(() -> streams.state() == state, () -> state + "; the state is " + streams.state());
    }

    /** Closes the application, which leaves the group at once, as another runtime needs it. */
    public void closeAndLeave() {
        boolean closed = streams.close(CloseOptions.timeout(CLOSE_LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        requireClosed(closed);
    }

    @Override
    public void close() {
        requireClosed(streams.close(CLOSE_LIMIT));
    }

    private void requireClosed(boolean closed) {
        if (!closed) {
            throw new AssertionError("not closed within " + CLOSE_LIMIT + "; the state is " + streams.state());
        }
    }
}
