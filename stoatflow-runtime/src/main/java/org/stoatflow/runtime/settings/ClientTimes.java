package org.stoatflow.runtime.settings;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.stoatflow.streams.StreamsConfig;

/** Times from configurations of Kafka's clients: what the user has set, or else Kafka's default. */
public final class ClientTimes {
    private ClientTimes() {}

    /** How long a call of user code may take, as Kafka Streams has it: {@code max.poll.interval.ms}. */
    public static Duration callMax(StreamsConfig config) {
        return Duration.ofMillis(milliseconds(
                config.getMainConsumerConfigs("group", "client", 0),
                ConsumerConfig.configDef(),
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG));
    }

    static long milliseconds(Map<String, Object> client, ConfigDef keys, String key) {
        Object set = client.get(key);
        Object chosen = set == null ? keys.defaultValues().get(key) : set;
        return Long.parseLong(String.valueOf(chosen));
    }
}
