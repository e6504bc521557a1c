package org.stoatflow.runtime.settings;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;

/**
 * The settings of a run.
 *
 * @param inFlightBytesMax how many bytes may be in flight
 * @param stalledMarkBatches see {@link #STALLED_MARK_BATCHES}; smaller in a simulation
 * @param stalledAfter how long after its cut an epoch that is not applied is reported
 * @param answerWithin within what time a producer says what has become of a record
 */
public record RunSettings(
        boolean exactlyOnce,
        CommitSettings commit,
        SourceSettings source,
        long inFlightBytesMax,
        int stalledMarkBatches,
        Duration stalledAfter,
        Duration answerWithin) {
    /** The mark of a hop: if more batches wait there, the lanes that feed the hop take no more of what feeds it. */
    public static final int STALLED_MARK_BATCHES = 256;

    public static RunSettings of(StreamsConfig config) {
        return new RunSettings(
                ApplicationSettings.isExactlyOnce(config),
                CommitSettings.of(config),
                SourceSettings.of(config),
                MemorySettings.of(config).inFlightBytesMax(),
                STALLED_MARK_BATCHES,
                StoatflowConfig.STALLED_AFTER.of(config),
                answerWithin(config));
    }

    /**
     * A producer gives a record up after {@code delivery.timeout.ms}. In a transaction that is as good as for ever by
     * default, but nothing that is sent in it counts once it is open for longer than {@code transaction.timeout.ms}.
     */
    private static Duration answerWithin(StreamsConfig config) {
        Map<String, Object> producer = config.getProducerConfigs("answers");
        long deliveryMs = milliseconds(producer, ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        return Duration.ofMillis(
                ApplicationSettings.isExactlyOnce(config)
                        ? Math.min(deliveryMs, milliseconds(producer, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG))
                        : deliveryMs);
    }

    private static long milliseconds(Map<String, Object> producer, String key) {
        Object set = producer.get(key);
        Object chosen = set == null ? ProducerConfig.configDef().defaultValues().get(key) : set;
        return Long.parseLong(String.valueOf(chosen));
    }

    /** Half of the mark: the lanes that feed a hop wake once it is down to this. */
    public int reliefMarkBatches() {
        return stalledMarkBatches / 2;
    }
}
