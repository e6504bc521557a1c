package org.stoatflow.runtime.settings;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EpochBound;
import org.stoatflow.streams.StreamsConfig;

/**
 * When epochs are cut, and how often a commit is tried.
 *
 * @param factor how many times as long as a commit an epoch is
 * @param min shortest interval between cuts
 * @param max longest interval between cuts
 * @param holdingBack the interval between cuts where a cache holds back updates of a downstream node; empty if the
 *     other settings hold there, too
 * @param uncommittedBytesMax bytes of output and state at which an epoch is cut early
 * @param sendTime about how long the output of one epoch may take to send; empty unless it goes in a transaction
 * @param attemptsMax how often to ask for a commit that is not answered
 */
public record CommitSettings(
        double factor,
        Duration min,
        Duration max,
        Optional<Duration> holdingBack,
        long uncommittedBytesMax,
        Optional<Duration> sendTime,
        int attemptsMax) {
    private static final int SEND_SHARE = 4;
    private static final long NO_BOUND = -1;

    static CommitSettings of(StreamsConfig config) {
        boolean exactlyOnce = ApplicationSettings.isExactlyOnce(config);
        Duration min = (exactlyOnce ? StoatflowConfig.COMMIT_MIN_EOS : StoatflowConfig.COMMIT_MIN_ALOS).of(config);
        Duration max = max(config, exactlyOnce ? StoatflowConfig.COMMIT_MAX_EOS : StoatflowConfig.COMMIT_MAX_ALOS, min);
        return new CommitSettings(
                StoatflowConfig.COMMIT_FACTOR.of(config),
                shorter(min, max),
                max,
                holdingBack(config),
                uncommittedBytesMax(config),
                exactlyOnce ? Optional.of(sendTime(config)) : Optional.empty(),
                StoatflowConfig.COMMIT_ATTEMPTS_MAX.of(config));
    }

    /**
     * What an epoch may hold. {@code statestore.uncommitted.max.bytes} bounds it where the user has set that key for
     * transactional stores, unless it says that there is no bound.
     */
    private static long uncommittedBytesMax(StreamsConfig config) {
        long own = StoatflowConfig.UNCOMMITTED_BYTES_MAX.of(config);
        boolean given = config.getBoolean(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG)
                && config.originals().containsKey(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG);
        long bound = given ? config.getLong(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG) : NO_BOUND;
        return bound < 0 ? own : Math.min(own, Math.max(bound, 1));
    }

    /**
     * The longest interval. {@code commit.interval.ms} bounds it where the user has set that key. Where the user has
     * set the shortest interval and not the longest, the longest is at least the shortest.
     */
    private static Duration max(StreamsConfig config, ConfigKey<Duration> key, Duration min) {
        Duration given = key.of(config);
        Duration own = key.isSet(config) || given.compareTo(min) > 0 ? given : min;
        return config.originals().containsKey(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)
                ? shorter(own, kafkaStreamsInterval(config))
                : own;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Kafka Streams' commit interval, set or default; empty where the user has set one of our own keys for the
     * interval.
     */
    private static Optional<Duration> holdingBack(StreamsConfig config) {
        boolean own = Stream.of(
                        StoatflowConfig.COMMIT_FACTOR,
                        StoatflowConfig.COMMIT_MIN_EOS,
                        StoatflowConfig.COMMIT_MIN_ALOS,
                        StoatflowConfig.COMMIT_MAX_EOS,
                        StoatflowConfig.COMMIT_MAX_ALOS)
                .anyMatch(key -> key.isSet(config));
        return own ? Optional.empty() : Optional.of(kafkaStreamsInterval(config));
    }

    private static Duration kafkaStreamsInterval(StreamsConfig config) {
        return Duration.ofMillis(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG));
    }

    /**
     * How long sending may take. A transaction that is open for longer than its time-out is fenced. Sending takes most
     * of the time for which it is open, so this is a fixed part of the time-out.
     */
    private static Duration sendTime(StreamsConfig config) {
        Object timeoutMs = config.getProducerConfigs("commit").get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        return Duration.ofMillis(Long.parseLong(String.valueOf(timeoutMs)) / SEND_SHARE);
    }

    /**
     * Makes the rule for when to cut.
     *
     * @param holdsBack whether caches hold back updates of a downstream node; then the interval decides what the
     *     application emits
     */
    public Cadence cadence(boolean holdsBack, long nowNs) {
        Optional<Duration> fixed = holdsBack ? holdingBack : Optional.empty();
        Cadence cadence = new Cadence(
                factor, TimeSpans.nanos(fixed.orElse(min)), TimeSpans.nanos(fixed.orElse(max)), bound(), nowNs);
        if (fixed.isPresent()) {
            cadence.onCut(nowNs); // the first interval is not shorter than the others
        }
        return cadence;
    }

    private EpochBound bound() {
        return sendTime.map(time -> EpochBound.sentWithin(TimeSpans.nanos(time), uncommittedBytesMax))
                .orElseGet(() -> EpochBound.fixed(uncommittedBytesMax));
    }
}
