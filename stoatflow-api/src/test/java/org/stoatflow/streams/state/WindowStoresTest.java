package org.stoatflow.streams.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Materialized;

/** Suppliers and builders of window and session stores, beside those of Kafka Streams. */
class WindowStoresTest {
    @ParameterizedTest
    @CsvSource({"PT0S, PT0S", "PT1S, PT1S", "PT1M, PT5S", "PT2M, PT1M", "PT3M, PT1M", "P7D, PT1H"})
    void shouldDescribeWindowStoresAsKafkaStreamsDoes(Duration retention, Duration size) {
        for (boolean duplicates : List.of(true, false)) {
            requireSame(
                    org.apache.kafka.streams.state.Stores.persistentWindowStore("w", retention, size, duplicates),
                    Stores.persistentWindowStore("w", retention, size, duplicates));
            requireSame(
                    org.apache.kafka.streams.state.Stores.persistentTimestampedWindowStore(
                            "w", retention, size, duplicates),
                    Stores.persistentTimestampedWindowStore("w", retention, size, duplicates));
            requireSame(
                    org.apache.kafka.streams.state.Stores.inMemoryWindowStore("w", retention, size, duplicates),
                    Stores.inMemoryWindowStore("w", retention, size, duplicates));
        }
    }

    @Test
    void shouldAddToTheSettingsOfAChangelogAsKafkaStreamsDoes() {
        Duration day = Duration.ofDays(1);
        org.apache.kafka.streams.state.StoreBuilder<?> theirs =
                org.apache.kafka.streams.state.Stores.windowStoreBuilder(
                        org.apache.kafka.streams.state.Stores.persistentWindowStore("w", day, day, true), null, null);
        StoreBuilder<?> ours = Stores.windowStoreBuilder(Stores.persistentWindowStore("w", day, day, true), null, null);
        for (Map<String, String> config : List.of(Map.of("segment.ms", "1"), Map.of("retention.ms", "2", "a", "3"))) {
            theirs.withLoggingEnabled(config);
            ours.withLoggingEnabled(config);
            assertEquals(theirs.logConfig(), ours.logConfig());
        }
        theirs.withLoggingDisabled().withLoggingEnabled(Map.of("b", "4"));
        ours.withLoggingDisabled().withLoggingEnabled(Map.of("b", "4"));
        assertEquals(theirs.logConfig(), ours.logConfig());
    }

    private static void requireSame(
            org.apache.kafka.streams.state.WindowBytesStoreSupplier theirs, WindowBytesStoreSupplier ours) {
        assertEquals(theirs.name(), ours.name());
        assertEquals(theirs.metricsScope(), ours.metricsScope());
        assertEquals(theirs.retentionPeriod(), ours.retentionPeriod());
        assertEquals(theirs.segmentIntervalMs(), ours.segmentIntervalMs());
        assertEquals(theirs.windowSize(), ours.windowSize());
        assertEquals(theirs.retainDuplicates(), ours.retainDuplicates());
        assertEquals(
                org.apache.kafka.streams.state.Stores.windowStoreBuilder(theirs, null, null)
                        .logConfig(),
                Stores.windowStoreBuilder(ours, null, null).logConfig());
        assertEquals(
                org.apache.kafka.streams.state.Stores.timestampedWindowStoreBuilder(theirs, null, null)
                        .logConfig(),
                Stores.timestampedWindowStoreBuilder(ours, null, null).logConfig());
    }

    @ParameterizedTest
    @CsvSource({"PT0S", "PT1S", "PT1M", "PT2M", "PT3M", "P7D"})
    void shouldDescribeSessionStoresAsKafkaStreamsDoes(Duration retention) {
        requireSame(
                org.apache.kafka.streams.state.Stores.persistentSessionStore("s", retention),
                Stores.persistentSessionStore("s", retention));
        requireSame(
                org.apache.kafka.streams.state.Stores.inMemorySessionStore("s", retention),
                Stores.inMemorySessionStore("s", retention));
    }

    private static void requireSame(
            org.apache.kafka.streams.state.SessionBytesStoreSupplier theirs, SessionBytesStoreSupplier ours) {
        assertEquals(theirs.name(), ours.name());
        assertEquals(theirs.metricsScope(), ours.metricsScope());
        assertEquals(theirs.retentionPeriod(), ours.retentionPeriod());
        assertEquals(theirs.segmentIntervalMs(), ours.segmentIntervalMs());
    }

    @Test
    void shouldRefuseWhatKafkaStreamsRefuses() {
        Duration second = Duration.ofSeconds(1);
        Duration far = Duration.ofSeconds(Long.MAX_VALUE);
        requireSameRefusal(
                () -> org.apache.kafka.streams.state.Stores.persistentWindowStore(null, second, second, false),
                () -> Stores.persistentWindowStore(null, second, second, false));
        for (Duration[] bad : new Duration[][] {
            {null, second},
            {second, null},
            {second.negated(), second},
            {second, second.negated()},
            {second, second.plusMillis(1)},
            {far, second},
            {second, far}
        }) {
            requireSameRefusal(
                    () -> org.apache.kafka.streams.state.Stores.persistentWindowStore("w", bad[0], bad[1], false),
                    () -> Stores.persistentWindowStore("w", bad[0], bad[1], false));
            requireSameRefusal(
                    () -> org.apache.kafka.streams.state.Stores.inMemoryWindowStore("w", bad[0], bad[1], false),
                    () -> Stores.inMemoryWindowStore("w", bad[0], bad[1], false));
        }
        for (Duration bad : new Duration[] {null, second.negated(), far}) {
            requireSameRefusal(
                    () -> org.apache.kafka.streams.state.Stores.persistentSessionStore("s", bad),
                    () -> Stores.persistentSessionStore("s", bad));
            requireSameRefusal(
                    () -> org.apache.kafka.streams.kstream.Materialized.as("s").withRetention(bad),
                    () -> Materialized.as("s").withRetention(bad));
        }
        requireSameRefusal(
                () -> org.apache.kafka.streams.state.Stores.windowStoreBuilder(null, null, null),
                () -> Stores.windowStoreBuilder(null, null, null));
        requireSameRefusal(
                () -> org.apache.kafka.streams.state.Stores.sessionStoreBuilder(null, null, null),
                () -> Stores.sessionStoreBuilder(null, null, null));
    }

    private static void requireSameRefusal(Supplier<?> theirs, Supplier<?> ours) {
        RuntimeException expected = assertThrows(RuntimeException.class, theirs::get);
        RuntimeException actual = assertThrows(RuntimeException.class, ours::get);
        assertEquals(expected.toString(), actual.toString());
    }

    @Test
    void shouldHaveNoCacheWhereDuplicatesAreRetained() {
        Duration second = Duration.ofSeconds(1);
        assertFalse(
                described(Stores.windowStoreBuilder(Stores.persistentWindowStore("w", second, second, true), null, null)
                                .withCachingEnabled())
                        .caching());
        StoreDescription cached = described(
                Stores.windowStoreBuilder(Stores.persistentWindowStore("w", second, second, false), null, null)
                        .withCachingEnabled());
        assertTrue(cached.caching());
        assertEquals(new StoreSettings.Window(false, 1_000, 60_000, 1_000, false), cached.settings());
        assertEquals(Map.of(), cached.logConfig());
    }

    private static StoreDescription described(StoreBuilder<?> builder) {
        return ((EngineStoreBuilder) builder).description();
    }

    @Test
    void shouldNameTheTimeThatIsNoTime() {
        ReadOnlyWindowStore<String, String> store = new Stub();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> store.fetchAll(Instant.EPOCH, null));
        assertEquals(
                "Invalid value for parameter \"timeTo\" (value was: null). It shouldn't be null.",
                refused.getMessage());
        IllegalArgumentException far =
                assertThrows(IllegalArgumentException.class, () -> store.fetchAll(Instant.MIN, Instant.EPOCH));
        assertEquals(
                "Invalid value for parameter \"timeFrom\" (value was: " + Instant.MIN
                        + "). It can't be converted to milliseconds.",
                far.getMessage());
        assertThrows(UnsupportedOperationException.class, store::backwardAll);
    }

    /** A user's store, which has what it must have. */
    private static final class Stub implements WindowStore<String, String> {
        @Override
        public void put(String key, String value, long windowStartTimestamp) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String fetch(String key, long time) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WindowStoreIterator<String> fetch(String key, long timeFrom, long timeTo) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyValueIterator<org.stoatflow.streams.kstream.Windowed<String>, String> fetch(
                String keyFrom, String keyTo, long timeFrom, long timeTo) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyValueIterator<org.stoatflow.streams.kstream.Windowed<String>, String> fetchAll(
                long timeFrom, long timeTo) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyValueIterator<org.stoatflow.streams.kstream.Windowed<String>, String> all() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String name() {
            return "stub";
        }

        @Override
        public void init(
                org.stoatflow.streams.processor.StateStoreContext context,
                org.stoatflow.streams.processor.StateStore root) {}

        @Override
        public void close() {}

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }
}
