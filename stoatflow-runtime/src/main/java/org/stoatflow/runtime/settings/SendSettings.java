package org.stoatflow.runtime.settings;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.stoatflow.streams.StreamsConfig;

/**
 * For how long a committer waits for its producers.
 *
 * @param patience under at-least-once, for how long a record is tried again that the producer does not take though its
 *     topic is there; zero where the user has chosen how long the producer waits
 * @param lingers under at-least-once, where the user has records linger in the producer, for how long a commit waits
 *     for that
 * @param answerWithin within what time a producer says what has become of a record
 */
public record SendSettings(Duration patience, Optional<Duration> lingers, Duration answerWithin) {
    /** As long as Kafka's producer waits by default. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    /** With producers in which no record lingers. */
    public SendSettings(Duration patience, Duration answerWithin) {
        this(patience, Optional.empty(), answerWithin);
    }

    static SendSettings of(StreamsConfig config) {
        return new SendSettings(
                isBlockChosen(config) ? Duration.ZERO : PATIENCE, lingers(config), answerWithin(config));
    }

    private static Optional<Duration> lingers(StreamsConfig config) {
        boolean chosen = isSet(config, ProducerConfig.LINGER_MS_CONFIG);
        return chosen && !ApplicationSettings.isExactlyOnce(config)
                ? Optional.of(CommitSettings.of(config).max())
                : Optional.empty();
    }

    private static boolean isBlockChosen(StreamsConfig config) {
        return isSet(config, ProducerConfig.MAX_BLOCK_MS_CONFIG);
    }

    private static boolean isSet(StreamsConfig config, String key) {
        return config.originals().containsKey(key) || config.originals().containsKey(StreamsConfig.producerPrefix(key));
    }

    /**
     * A producer gives a record up after {@code delivery.timeout.ms}. In a transaction that is as good as for ever by
     * default, but nothing that is sent in it counts once it is open for longer than {@code transaction.timeout.ms}.
     */
    private static Duration answerWithin(StreamsConfig config) {
        Map<String, Object> producer = config.getProducerConfigs("answers");
        long deliveryMs = ClientTimes.milliseconds(
                producer, ProducerConfig.configDef(), ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        return Duration.ofMillis(
                ApplicationSettings.isExactlyOnce(config)
                        ? Math.min(
                                deliveryMs,
                                ClientTimes.milliseconds(
                                        producer,
                                        ProducerConfig.configDef(),
                                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG))
                        : deliveryMs);
    }
}
