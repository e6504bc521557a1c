package org.stoatflow.runtime.engine;

import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.SingleOwnerAssignor;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.topics.ApplicationTopics;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LockException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;
import org.stoatflow.topology.LogicalTopology;

/**
 * Checks in the constructor of {@code KafkaStreams} what Kafka Streams checks there: its constructor takes the state
 * folder and makes the clients. Our engine does both when the application starts. So this class takes the folder and
 * releases it, and has a {@link ClientTrial}, without a request to the cluster.
 */
final class StartChecks {
    private static final Logger LOG = LoggerFactory.getLogger(StartChecks.class);
    private static final List<String> OF_MAIN_CONSUMER =
            List.of("", StreamsConfig.CONSUMER_PREFIX, StreamsConfig.MAIN_CONSUMER_PREFIX);

    private StartChecks() {}

    /**
     * @throws StreamsException if the class path has the library twice; if the state folder cannot be used, or is in
     *     use
     * @throws org.apache.kafka.common.KafkaException if a client cannot be made
     */
    static void run(
            LogicalTopology topology,
            StreamsConfig config,
            ApplicationSettings settings,
            KafkaClientSupplier supplier) {
        OneLibrary.require();
        if (ApplicationTopics.keepsStateOnDisk(topology)) {
            requireFolder(settings, config);
            warnOfFolder(settings);
        }
        warnOfReplaced(config, settings);
        if (supplier.getClass() == DefaultKafkaClientSupplier.class) { // a user's own may count or keep clients
            new ClientTrial(topology, config).run(settings, supplier);
        }
    }

    /** Warns of settings that the engine replaces. The facade warns of the ones that it replaces itself. */
    private static void warnOfReplaced(StreamsConfig config, ApplicationSettings settings) {
        warnOfReplaced(config, ConsumerConfig.GROUP_ID_CONFIG, settings.applicationId(), OF_MAIN_CONSUMER);
        warnOfReplaced(
                config,
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                SingleOwnerAssignor.class.getName(),
                OF_MAIN_CONSUMER);
        warnOfReplaced(
                config,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                IsolationLevel.READ_COMMITTED.toString(),
                List.of(StreamsConfig.RESTORE_CONSUMER_PREFIX));
    }

    private static void warnOfReplaced(StreamsConfig config, String key, String fixed, List<String> prefixes) {
        for (String prefix : prefixes) {
            Object set = config.originals().get(prefix + key);
            if (set != null && !set.toString().equals(fixed)) {
                LOG.warn("Ignoring {}{}={}: the application sets it to {}.", prefix, key, set, fixed);
            }
        }
    }

    private static void requireFolder(ApplicationSettings settings, StreamsConfig config) {
        try {
            StateFolders.prepare(settings, config);
            StateEngines.requireUsable(settings.stateFolder(), StateFolders.group(config));
        } catch (LockException held) {
            throw new StreamsException(held.getMessage());
        } catch (ProcessorStateException unusable) {
            throw new StreamsException(new ProcessorStateException(unusable.getMessage()));
        }
    }

    private static void warnOfFolder(ApplicationSettings settings) {
        Path folder = settings.stateFolder().toAbsolutePath();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (folder.startsWith(temporary)) {
            LOG.warn(
                    "{}: state is in {}, below the temporary folder. Temporary folders are emptied: set {}",
                    settings.applicationId(),
                    folder,
                    StreamsConfig.STATE_DIR_CONFIG);
        }
    }
}
