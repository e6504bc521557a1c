package org.stoatflow.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;

class EngineSettingsTest {
    @Test
    void shouldKeepTheIntervalUnderExactlyOnceWithinKafkaStreamsDefault() {
        EngineSettings settings = settings("processing.guarantee", "exactly_once_v2");

        assertEquals(Duration.ofMillis(10), settings.commitMin());
        assertEquals(Duration.ofMillis(100), settings.commitMax());
    }

    @Test
    void shouldLetTheIntervalUnderAtLeastOnceGrowToSeconds() {
        EngineSettings settings = settings("processing.guarantee", "at_least_once");

        assertEquals(Duration.ofMillis(100), settings.commitMin());
        assertEquals(Duration.ofSeconds(5), settings.commitMax());
    }

    @Test
    void shouldTakeEachGuaranteesOwnBounds() {
        String[] both = {
            "stoatflow.commit.interval.max.ms", "200",
            "stoatflow.commit.interval.max.alos.ms", "300"
        };

        assertEquals(
                Duration.ofMillis(200), settings(and(both, "exactly_once_v2")).commitMax());
        assertEquals(
                Duration.ofMillis(300), settings(and(both, "at_least_once")).commitMax());
    }

    @Test
    void shouldHeedALeastIntervalAboveTheGreatestThatIsNotSet() {
        EngineSettings settings =
                settings("processing.guarantee", "exactly_once_v2", "stoatflow.commit.interval.min.ms", "500");

        assertEquals(Duration.ofMillis(500), settings.commitMin());
        assertEquals(Duration.ofMillis(500), settings.commitMax());
    }

    @Test
    void shouldBoundBothByTheGreatestThatIsSet() {
        EngineSettings settings = settings(
                "processing.guarantee", "exactly_once_v2",
                "stoatflow.commit.interval.min.ms", "500",
                "stoatflow.commit.interval.max.ms", "50");

        assertEquals(Duration.ofMillis(50), settings.commitMin());
        assertEquals(Duration.ofMillis(50), settings.commitMax());
    }

    @Test
    void shouldBoundBothByKafkaStreamsIntervalWhereItIsSet() {
        EngineSettings settings = settings("processing.guarantee", "at_least_once", "commit.interval.ms", "30");

        assertEquals(Duration.ofMillis(30), settings.commitMin());
        assertEquals(Duration.ofMillis(30), settings.commitMax());
    }

    @Test
    void shouldReportAStalledEpochAfterTheTimeThatIsSet() {
        assertEquals(
                Duration.ofSeconds(10),
                settings("processing.guarantee", "at_least_once").stalledAfter());
        assertEquals(
                Duration.ofMillis(300),
                settings("stoatflow.epoch.stalled.after.ms", "300").stalledAfter());
    }

    private static String[] and(String[] entries, String guarantee) {
        return new String[] {"processing.guarantee", guarantee, entries[0], entries[1], entries[2], entries[3]};
    }

    private static EngineSettings settings(String... entries) {
        Map<String, Object> config = new HashMap<>(Map.of("application.id", "app", "bootstrap.servers", "localhost:1"));
        for (int i = 0; i < entries.length; i += 2) {
            config.put(entries[i], entries[i + 1]);
        }
        return EngineSettings.of(new StreamsConfig(config));
    }
}
