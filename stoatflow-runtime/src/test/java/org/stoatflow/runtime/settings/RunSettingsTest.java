package org.stoatflow.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;

class RunSettingsTest {
    @Test
    void shouldExpectAnswersWithinWhatTheProducerReallyObeys() {
        assertEquals(Duration.ofMinutes(2), answerWithin(StreamsConfig.AT_LEAST_ONCE, Map.of()));
        assertEquals(
                Duration.ofSeconds(50),
                answerWithin(StreamsConfig.AT_LEAST_ONCE, Map.of("producer.delivery.timeout.ms", 50_000)));
        assertEquals(Duration.ofSeconds(10), answerWithin(StreamsConfig.EXACTLY_ONCE_V2, Map.of()));
        assertEquals(
                Duration.ofSeconds(40),
                answerWithin(StreamsConfig.EXACTLY_ONCE_V2, Map.of("producer.transaction.timeout.ms", 40_000)));
        assertEquals(
                Duration.ofSeconds(35),
                answerWithin(
                        StreamsConfig.EXACTLY_ONCE_V2,
                        Map.of("transaction.timeout.ms", 40_000, "delivery.timeout.ms", 35_000)));
    }

    private static Duration answerWithin(String guarantee, Map<String, Object> set) {
        Map<String, Object> values = new HashMap<>(set);
        values.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        values.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        values.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        return RunSettings.of(new StreamsConfig(values)).send().answerWithin();
    }
}
