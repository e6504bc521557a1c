package org.stoatflow.runtime.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * The application's name, where its cluster and its state are, and how long it waits for the cluster.
 *
 * @param clientId the prefix of the Kafka clients' ids
 * @param brokers the addresses of the cluster, for messages
 * @param stateFolder the application's own folder below {@code state.dir}, apart from Kafka Streams' files
 * @param requestTimeout how long the cluster may take to answer
 * @param joinWait for how long to try to join a group whose members do not fit
 */
public record ApplicationSettings(
        String applicationId,
        String clientId,
        String brokers,
        boolean exactlyOnce,
        Path stateFolder,
        Duration requestTimeout,
        Duration joinWait) {
    public static ApplicationSettings of(StreamsConfig config) {
        String applicationId = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        String clientId = config.getString(StreamsConfig.CLIENT_ID_CONFIG);
        return new ApplicationSettings(
                applicationId,
                clientId.isEmpty() ? applicationId : clientId,
                String.join(",", config.getList(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG)),
                isExactlyOnce(config),
                stateFolder(Path.of(config.getString(StreamsConfig.STATE_DIR_CONFIG)), applicationId),
                StoatflowConfig.REQUEST_TIMEOUT.of(config),
                StoatflowConfig.JOIN_WAIT.of(config));
    }

    /** The application's own folder below a {@code state.dir}. */
    public static Path stateFolder(Path stateDir, String applicationId) {
        return stateDir.resolve(applicationId).resolve("stoatflow");
    }

    /** Whether a folder can be named after an application: else the name leads out of {@code state.dir}. */
    public static boolean isFolderName(String applicationId) {
        Path name = Path.of(applicationId).getFileName();
        return name != null
                && name.toString().equals(applicationId)
                && !List.of("", ".", "..").contains(applicationId);
    }

    /**
     * Makes sure that a folder can be named after the application. Where it has no name at all, Kafka's clients refuse
     * it, as in Kafka Streams.
     *
     * @throws ProcessorStateException where its id is no name of a folder
     */
    public void requireFolderName() {
        if (!applicationId.isEmpty() && !isFolderName(applicationId)) {
            throw new ProcessorStateException("application.id=" + applicationId
                    + " is no name of a folder, and a folder of state.dir is named after it. Choose another one");
        }
    }

    /** Whether an instance that waits follows the changelogs. */
    public static boolean wantsStandbys(StreamsConfig config) {
        return config.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG) > 0;
    }

    static boolean isExactlyOnce(StreamsConfig config) {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    /** The value of {@code processing.guarantee}. */
    public String guarantee() {
        return exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE;
    }
}
