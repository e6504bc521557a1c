package org.stoatflow.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.StreamsConfig;

class CommitSettingsTest {
    @Test
    void shouldKeepTheIntervalUnderExactlyOnceWithinKafkaStreamsDefault() {
        CommitSettings settings = settings("processing.guarantee", "exactly_once_v2");

        assertEquals(Duration.ofMillis(10), settings.min());
        assertEquals(Duration.ofMillis(100), settings.max());
    }

    @Test
    void shouldLetTheIntervalUnderAtLeastOnceGrowToSeconds() {
        CommitSettings settings = settings("processing.guarantee", "at_least_once");

        assertEquals(Duration.ofMillis(100), settings.min());
        assertEquals(Duration.ofSeconds(5), settings.max());
    }

    @Test
    void shouldTakeEachGuaranteesOwnBounds() {
        String[] both = {
            "stoatflow.commit.interval.max.ms", "200",
            "stoatflow.commit.interval.max.alos.ms", "300"
        };

        assertEquals(
                Duration.ofMillis(200), settings(and(both, "exactly_once_v2")).max());
        assertEquals(
                Duration.ofMillis(300), settings(and(both, "at_least_once")).max());
    }

    @Test
    void shouldHeedALeastIntervalAboveTheGreatestThatIsNotSet() {
        CommitSettings settings =
                settings("processing.guarantee", "exactly_once_v2", "stoatflow.commit.interval.min.ms", "500");

        assertEquals(Duration.ofMillis(500), settings.min());
        assertEquals(Duration.ofMillis(500), settings.max());
    }

    @Test
    void shouldBoundBothByTheGreatestThatIsSet() {
        CommitSettings settings = settings(
                "processing.guarantee", "exactly_once_v2",
                "stoatflow.commit.interval.min.ms", "500",
                "stoatflow.commit.interval.max.ms", "50");

        assertEquals(Duration.ofMillis(50), settings.min());
        assertEquals(Duration.ofMillis(50), settings.max());
    }

    @Test
    void shouldBoundAnEpochByWhatTransactionalStoresMayHoldWhereThatIsSet() {
        assertEquals(4L << 20, uncommitted("statestore.uncommitted.max.bytes", "1000"));
        assertEquals(4L << 20, uncommitted("enable.transactional.statestores", "true"));
        assertEquals(
                1000,
                uncommitted("enable.transactional.statestores", "true", "statestore.uncommitted.max.bytes", "1000"));
        assertEquals(
                4L << 20,
                uncommitted("enable.transactional.statestores", "true", "statestore.uncommitted.max.bytes", "-1"));
    }

    private static long uncommitted(String... more) {
        return settings(more).uncommittedBytesMax();
    }

    @Test
    void shouldBoundBothByKafkaStreamsIntervalWhereItIsSet() {
        CommitSettings settings = settings("processing.guarantee", "at_least_once", "commit.interval.ms", "30");

        assertEquals(Duration.ofMillis(30), settings.min());
        assertEquals(Duration.ofMillis(30), settings.max());
    }

    @Test
    void shouldBoundTheTimeOfSendingByTheTransactions() {
        String[] exactlyOnce = {"processing.guarantee", "exactly_once_v2", "producer.transaction.timeout.ms", "8000"};

        assertEquals(Optional.of(Duration.ofSeconds(2)), settings(exactlyOnce).sendTime());
        assertEquals(Optional.empty(), settings().sendTime());
    }

    /**
     * Where caches hold back updates of a downstream node, the interval is Kafka Streams', unless one of our keys is
     * set.
     */
    @Test
    void shouldCutAtKafkaStreamsIntervalWhereACacheHoldsBack() {
        assertEquals(30_000, settings().cadence(true, 0).intervalNs() / 1_000_000);
        assertEquals(100, settings().cadence(false, 0).intervalNs() / 1_000_000);
        assertEquals(
                7,
                settings("stoatflow.commit.interval.min.alos.ms", "7")
                                .cadence(true, 0)
                                .intervalNs()
                        / 1_000_000);
    }

    @Test
    void shouldReportAStalledEpochAfterTheTimeThatIsSet() {
        assertEquals(Duration.ofSeconds(10), RunSettings.of(config()).stalledAfter());
        assertEquals(
                Duration.ofMillis(300),
                RunSettings.of(config("stoatflow.epoch.stalled.after.ms", "300"))
                        .stalledAfter());
    }

    @Test
    void shouldNameClientsAndFolderByTheApplication() {
        ApplicationSettings settings = ApplicationSettings.of(config("state.dir", "/state"));
        assertEquals("app", settings.clientId());
        assertEquals(Path.of("/state/app/stoatflow"), settings.stateFolder());
        assertEquals("at_least_once", settings.guarantee());
        assertEquals("mine", ApplicationSettings.of(config("client.id", "mine")).clientId());
    }

    private static String[] and(String[] entries, String guarantee) {
        return new String[] {"processing.guarantee", guarantee, entries[0], entries[1], entries[2], entries[3]};
    }

    private static CommitSettings settings(String... entries) {
        return CommitSettings.of(config(entries));
    }

    private static StreamsConfig config(String... entries) {
        Map<String, Object> config = new HashMap<>(Map.of("application.id", "app", "bootstrap.servers", "localhost:1"));
        for (int i = 0; i < entries.length; i += 2) {
            config.put(entries[i], entries[i + 1]);
        }
        return new StreamsConfig(config);
    }
}
