package org.stoatflow.runtime.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.streams.StreamsConfig;

/**
 * What of the configuration the engine goes by, parsed once. Meanings, units and reasons: {@link StoatflowConfig} and
 * docs/CONFIGURATION.md.
 *
 * @param stateFolder the application's own folder below {@code state.dir}, apart from Kafka Streams' files
 * @param commitHoldingBack interval between cuts where a cache holds back what feeds something, unless empty
 * @param cacheBytesMax what all record caches together may take, in bytes
 * @param stalledAfter how long an epoch may take from its cut until it is reported
 * @param stalledMarkBatches see {@link #STALLED_MARK_BATCHES}; with the next, smaller in a simulation
 * @param handOutRecordsMax see {@link #HAND_OUT_RECORDS_MAX}
 * @param sendTime how long the output of one epoch may be sent, about; empty unless it goes in a transaction
 */
public record EngineSettings(
        String applicationId,
        boolean exactlyOnce,
        Path stateFolder,
        int lanesByKey,
        double commitFactor,
        Duration commitMin,
        Duration commitMax,
        Optional<Duration> commitHoldingBack,
        long cacheBytesMax,
        long uncommittedBytesMax,
        long inFlightBytesMax,
        Optional<Duration> sendTime,
        int queueRecordsMax,
        Duration taskIdle,
        int openEpochsMax,
        Duration stalledAfter,
        int stalledMarkBatches,
        int handOutRecordsMax,
        int commitAttemptsMax,
        short replicationFactor,
        int restartsMax,
        Duration restartPeriod,
        Duration requestTimeout,
        Duration joinWait,
        Duration taskTimeout,
        Duration closeTimeout) {

    /** Batches waiting at a hop above which lanes that feed it take no more of what feeds it. */
    public static final int STALLED_MARK_BATCHES = 256;

    /**
     * Records handed out between two polls: enough for a full batch to each of many lanes, and a poll each millisecond.
     */
    public static final int HAND_OUT_RECORDS_MAX = 4096;

    /**
     * What waits in a lane under exactly-once may take about so long. An epoch ends when its last lane is done, and the
     * next one is filled meanwhile; where functions block, this bounds the time between commits. Shorter, and lanes run
     * dry while another is full: docs/design/008.
     */
    public static final Duration LANE_BACKLOG = Duration.ofSeconds(1);

    private static final int SEND_SHARE = 4;

    /** The longest that the dispatcher waits in a poll when nothing is due; whoever has news wakes it. */
    public static final Duration IDLE_WAIT = Duration.ofMillis(100);

    /** Restarts in a row that brought no commit, before the uncaught-exception handler is asked. */
    public static final int RESTARTS_WITHOUT_PROGRESS_MAX = 3;

    public static EngineSettings of(StreamsConfig config) {
        boolean exactlyOnce =
                StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        String applicationId = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        Duration min = (exactlyOnce ? StoatflowConfig.COMMIT_MIN_EOS : StoatflowConfig.COMMIT_MIN_ALOS).of(config);
        Duration max = commitMax(config, exactlyOnce, min);
        return new EngineSettings(
                applicationId,
                exactlyOnce,
                Path.of(config.getString(StreamsConfig.STATE_DIR_CONFIG), applicationId, "stoatflow"),
                PlanChoices.lanes(config),
                StoatflowConfig.COMMIT_FACTOR.of(config),
                min.compareTo(max) < 0 ? min : max,
                max,
                commitHoldingBack(config),
                config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG),
                StoatflowConfig.UNCOMMITTED_BYTES_MAX.of(config),
                StoatflowConfig.IN_FLIGHT_BYTES_MAX.of(config),
                exactlyOnce ? Optional.of(sendTime(config, applicationId)) : Optional.empty(),
                config.getInt(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG),
                Duration.ofMillis(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)),
                StoatflowConfig.OPEN_EPOCHS_MAX.of(config),
                StoatflowConfig.STALLED_AFTER.of(config),
                STALLED_MARK_BATCHES,
                HAND_OUT_RECORDS_MAX,
                StoatflowConfig.COMMIT_ATTEMPTS_MAX.of(config),
                config.getInt(StreamsConfig.REPLICATION_FACTOR_CONFIG).shortValue(),
                StoatflowConfig.RESTARTS_MAX.of(config),
                StoatflowConfig.RESTART_PERIOD.of(config),
                StoatflowConfig.REQUEST_TIMEOUT.of(config),
                StoatflowConfig.JOIN_WAIT.of(config),
                Duration.ofMillis(config.getLong(StreamsConfig.TASK_TIMEOUT_MS_CONFIG)),
                StoatflowConfig.CLOSE_TIMEOUT.of(config));
    }

    /**
     * What the planner needs.
     *
     * @param defaultKeySerde the application's, or null
     */
    public PlanSettings forPlan(StreamsConfig config, @Nullable Serde<?> defaultKeySerde) {
        return new PlanSettings(
                applicationId,
                lanesByKey,
                defaultKeySerde,
                config.getClass(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG),
                cacheBytesMax,
                PlanChoices.of(config));
    }

    /** A transaction that is open for longer than its time-out is fenced; sending is most of that time, and not all. */
    private static Duration sendTime(StreamsConfig config, String applicationId) {
        Object timeoutMs = config.getProducerConfigs(applicationId).get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        return Duration.ofMillis(Long.parseLong(String.valueOf(timeoutMs)) / SEND_SHARE);
    }

    /** Half of the mark: feeders wake once a hop is down to it. */
    public int reliefMarkBatches() {
        return stalledMarkBatches / 2;
    }

    /**
     * {@code commit.interval.ms}, where the user has set it, bounds the interval. Where the user has set the least and
     * not the greatest, the least counts.
     */
    private static Duration commitMax(StreamsConfig config, boolean exactlyOnce, Duration min) {
        ConfigKey<Duration> key = exactlyOnce ? StoatflowConfig.COMMIT_MAX_EOS : StoatflowConfig.COMMIT_MAX_ALOS;
        Duration given = key.of(config);
        Duration own = key.isSet(config) || given.compareTo(min) > 0 ? given : min;
        if (!config.originals().containsKey(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)) {
            return own;
        }
        Duration kafkaStreams = Duration.ofMillis(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG));
        return own.compareTo(kafkaStreams) < 0 ? own : kafkaStreams;
    }

    /** Kafka Streams' commit interval, set or default, unless one of our own keys says how long an epoch is. */
    private static Optional<Duration> commitHoldingBack(StreamsConfig config) {
        boolean own = Stream.of(
                        StoatflowConfig.COMMIT_FACTOR,
                        StoatflowConfig.COMMIT_MIN_EOS,
                        StoatflowConfig.COMMIT_MIN_ALOS,
                        StoatflowConfig.COMMIT_MAX_EOS,
                        StoatflowConfig.COMMIT_MAX_ALOS)
                .anyMatch(key -> key.isSet(config));
        return own
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)));
    }
}
