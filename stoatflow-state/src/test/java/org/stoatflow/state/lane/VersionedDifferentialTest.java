package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.ResultOrder;
import org.stoatflow.streams.query.VersionedKeyQuery;

/**
 * The same puts and removals into a versioned store of Kafka Streams and into ours: what they return, the changelog
 * records, byte for byte and in order, what can be read, and the number of puts that were dropped are equal.
 */
class VersionedDifferentialTest {
    private static final int STEPS = 400;
    private static final HexFormat HEX = HexFormat.of();

    /** Also such as are the beginning of another one's rows. */
    private static final byte[][] KEYS = {{}, {'a'}, {'a', 0}, {'a', 0, 0, 0, 0, 0, 0, 0, 5}, {'b'}, {(byte) 0xff}};

    /** A put or removal, carried out by whoever has the store. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Step(boolean removes, byte[] key, byte[] value, long timeMs) {}

    @TempDir
    Path folder;

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();
    private final List<SealedState> sealed = new ArrayList<>();
    private final List<TestRecord<byte[], byte[]>> logged = new ArrayList<>();
    private Step step;
    private String returned;
    private VersionedKeyValueStore<byte[], byte[]> theirs;
    private int dropped;
    private long observed;

    @ParameterizedTest
    @CsvSource({"1000, 100, 1", "1000, 100, 2", "100, 1000, 3", "500, 333, 4", "0, 50, 5", "1000, 1, 6"})
    void shouldLogAndReadAsKafkaStreamsDoes(long historyMs, long segmentMs, long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("theirs").toString());
        StoreDescription store = TestStores.store(
                new StoreSettings.Versioned(historyMs, segmentMs), "s", true, Serdes.ByteArray(), Serdes.ByteArray());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(historyMs, segmentMs), config);
                StateEngine engine = open(store, "ours");
                StateEngine restored = open(store, "restored")) {
            LaneState lane = lane(engine, store);
            compare(driver, lane, engine, new Random(seed));
            double expected = driver.metrics().entrySet().stream()
                    .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
                    .mapToDouble(metric -> (double) metric.getValue().metricValue())
                    .sum();
            assertEquals(expected, dropped);
            assertForgotten(engine, historyMs, segmentMs);
            restoreAndCompare(restored, store, new Random(seed));
            lane.close();
        }
    }

    private StateEngine open(StoreDescription store, String name) {
        return StateEngines.openRocks(
                folder.resolve(name), List.of(store), RocksSettings.defaults().withMemoryBytes(8 << 20));
    }

    private LaneState lane(StateEngine engine, StoreDescription store) {
        LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
        lane.expiredTo(partition -> dropped++);
        lane.partition(0);
        return lane;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> oursOf(LaneState lane) {
        return (org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]>) lane.store("s");
    }

    private Topology topology(long historyMs, long segmentMs) {
        return new Topology()
                .addSource("source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                .addProcessor("putter", Putter::new, "source")
                .addStateStore(
                        Stores.versionedKeyValueStoreBuilder(
                                Stores.persistentVersionedKeyValueStore(
                                        "s", Duration.ofMillis(historyMs), Duration.ofMillis(segmentMs)),
                                Serdes.ByteArray(),
                                Serdes.ByteArray()),
                        "putter");
    }

    private final class Putter extends ContextualProcessor<byte[], byte[], Void, Void> {
        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            theirs = context.getStateStore("s");
        }

        @Override
        public void process(Record<byte[], byte[]> ignored) {
            returned = step.removes
                    ? text(theirs.delete(step.key, step.timeMs))
                    : Long.toString(theirs.put(step.key, step.value, step.timeMs));
        }
    }

    private void compare(TopologyTestDriver driver, LaneState lane, StateEngine engine, Random random) {
        TestInputTopic<byte[], byte[]> in =
                driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        TestOutputTopic<byte[], byte[]> changelog =
                driver.createOutputTopic("app-s-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours = oursOf(lane);
        long now = 0;
        for (int number = 0; number < STEPS; number++) {
            now += random.nextInt(random.nextInt(20) == 0 ? 700 : 20);
            step = next(random, now, number);
            record.timestamp = now;
            in.pipeInput(null, new byte[0], Instant.ofEpochMilli(now));
            assertEquals(
                    returned,
                    step.removes
                            ? text(ours.delete(step.key, step.timeMs))
                            : Long.toString(ours.put(step.key, step.value, step.timeMs)),
                    step::toString);
            observed = Math.max(observed, step.timeMs);
            List<String> expected = new ArrayList<>();
            for (TestRecord<byte[], byte[]> next : changelog.readRecordsToList()) {
                expected.add(hex(next.key()) + "=" + hex(next.value()) + "@" + next.timestamp());
                logged.add(next);
            }
            sealAt(lane, number);
            assertEquals(expected, log);
            if (random.nextInt(4) == 0) {
                apply(engine);
            }
            read(ours, random, now);
        }
        sealAt(lane, STEPS);
        sealAt(lane, STEPS + 1);
        apply(engine);
        for (int i = 0; i < STEPS; i++) {
            read(ours, random, now);
        }
    }

    /** Times are rounded, so that several puts share one. */
    private static Step next(Random random, long now, int number) {
        long timeMs = Math.max(0, now - random.nextInt(random.nextInt(5) == 0 ? 3_000 : 300)) / 5 * 5;
        byte[] value = random.nextInt(4) == 0 ? null : new byte[] {(byte) number};
        return new Step(random.nextInt(8) == 0, key(random), value, timeMs);
    }

    private static byte[] key(Random random) {
        return KEYS[random.nextInt(KEYS.length)];
    }

    /** Each step is an epoch; all lanes are through those before. */
    private void sealAt(LaneState lane, long epoch) {
        log.clear();
        sealed.add(lane.seal(
                (store, partition, key, value, timestamp, headers) ->
                        log.add(hex(key) + "=" + hex(value) + "@" + timestamp),
                epoch,
                epoch));
    }

    private void apply(StateEngine engine) {
        StateBatch batch = new StateBatch(0);
        sealed.forEach(state -> state.addTo(batch));
        engine.apply(batch);
        sealed.forEach(SealedState::markApplied);
        sealed.clear();
    }

    /** Versions that nobody can read have left: for each key, there are no more rows than live puts may have made. */
    private void assertForgotten(StateEngine engine, long historyMs, long segmentMs) {
        long live = Math.max(0, observed - historyMs) / segmentMs * segmentMs;
        long puts = logged.stream().filter(put -> put.timestamp() >= live).count();
        int rows = 0;
        try (CommittedScan scan = engine.scan(engine.storeId("s"), 0, null, null, true)) {
            while (scan.next()) {
                rows++;
            }
        }
        long most = 3 * puts + 2L * KEYS.length;
        assertTrue(rows <= most, "rows=" + rows + " most=" + most);
    }

    /** Restores ours of the records of Kafka Streams. The store's time begins anew, with the next put. */
    private void restoreAndCompare(StateEngine engine, StoreDescription store, Random random) {
        RowRestorer restorer = StoreFormats.of(store).restorer();
        int id = engine.storeId("s");
        RestoredRows rows = new RestoredRows() {
            @Override
            public byte[] get(byte[] key) {
                return engine.get(id, 0, key);
            }

            @Override
            public void put(byte[] key, byte[] stored) {
                StateBatch batch = new StateBatch(0);
                batch.put(id, 0, key, stored);
                engine.apply(batch);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                throw new UnsupportedOperationException();
            }
        };
        logged.forEach(next -> restorer.restore(next.key(), next.value(), next.timestamp(), new RecordHeaders(), rows));
        LaneState lane = lane(engine, store);
        org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours = oursOf(lane);
        ours.put(new byte[] {99}, null, observed);
        for (int i = 0; i < STEPS; i++) {
            byte[] key = key(random);
            assertEquals(text(theirs.get(key)), text(ours.get(key)));
            long asOf = observed - random.nextInt(3_000);
            assertEquals(text(theirs.get(key, asOf)), text(ours.get(key, asOf)));
        }
        lane.close();
    }

    private void read(
            org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours, Random random, long now) {
        byte[] key = key(random);
        long asOf = now - random.nextInt(3_000) + 100;
        long from = now - random.nextInt(3_000);
        long to = from + random.nextInt(2_000);
        assertEquals(text(theirs.get(key)), text(ours.get(key)));
        assertEquals(text(theirs.get(key, asOf)), text(ours.get(key, asOf)));
        assertEquals(theirVersion(key, null), ourVersion(ours, key, null));
        Instant time = Instant.ofEpochMilli(asOf);
        assertEquals(theirVersion(key, time), ourVersion(ours, key, time));
        for (ResultOrder order : ResultOrder.values()) {
            assertEquals(theirVersions(key, from, to, order), ourVersions(ours, key, from, to, order));
            assertEquals(theirVersions(key, null, null, order), ourVersions(ours, key, null, null, order));
        }
    }

    private String theirVersion(byte[] key, Instant asOf) {
        org.apache.kafka.streams.query.VersionedKeyQuery<byte[], byte[]> query =
                org.apache.kafka.streams.query.VersionedKeyQuery.withKey(key);
        return text(theirs.query(
                        asOf == null ? query : query.asOf(asOf),
                        org.apache.kafka.streams.query.PositionBound.unbounded(),
                        new org.apache.kafka.streams.query.QueryConfig(false))
                .getResult());
    }

    private static String ourVersion(
            org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours, byte[] key, Instant asOf) {
        VersionedKeyQuery<byte[], byte[]> query = VersionedKeyQuery.withKey(key);
        return text(
                ours.query(asOf == null ? query : query.asOf(asOf), PositionBound.unbounded(), new QueryConfig(false))
                        .getResult());
    }

    private List<String> theirVersions(byte[] key, Long from, Long to, ResultOrder order) {
        org.apache.kafka.streams.query.MultiVersionedKeyQuery<byte[], byte[]> query =
                org.apache.kafka.streams.query.MultiVersionedKeyQuery.<byte[], byte[]>withKey(key)
                        .fromTime(from == null ? null : Instant.ofEpochMilli(from))
                        .toTime(to == null ? null : Instant.ofEpochMilli(to));
        List<String> found = new ArrayList<>();
        try (org.apache.kafka.streams.state.VersionedRecordIterator<byte[]> versions = theirs.query(
                        switch (order) {
                            case ANY -> query;
                            case ASCENDING -> query.withAscendingTimestamps();
                            case DESCENDING -> query.withDescendingTimestamps();
                        },
                        org.apache.kafka.streams.query.PositionBound.unbounded(),
                        new org.apache.kafka.streams.query.QueryConfig(false))
                .getResult()) {
            versions.forEachRemaining(version -> found.add(text(version)));
        }
        return found;
    }

    private static List<String> ourVersions(
            org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours,
            byte[] key,
            Long from,
            Long to,
            ResultOrder order) {
        MultiVersionedKeyQuery<byte[], byte[]> query = MultiVersionedKeyQuery.<byte[], byte[]>withKey(key)
                .fromTime(from == null ? null : Instant.ofEpochMilli(from))
                .toTime(to == null ? null : Instant.ofEpochMilli(to));
        List<String> found = new ArrayList<>();
        try (org.stoatflow.streams.state.VersionedRecordIterator<byte[]> versions = ours.query(
                        switch (order) {
                            case ANY -> query;
                            case ASCENDING -> query.withAscendingTimestamps();
                            case DESCENDING -> query.withDescendingTimestamps();
                        },
                        PositionBound.unbounded(),
                        new QueryConfig(false))
                .getResult()) {
            for (Iterator<org.stoatflow.streams.state.VersionedRecord<byte[]>> next = versions; next.hasNext(); ) {
                found.add(text(next.next()));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource("1000")
    void shouldRefuseQueriesOfStoresWithOneValue(long historyMs) {
        StoreDescription store = TestStores.store(
                new StoreSettings.Versioned(historyMs, historyMs), "s", true, Serdes.ByteArray(), Serdes.ByteArray());
        try (StateEngine engine = open(store, "ours")) {
            LaneState lane = lane(engine, store);
            org.stoatflow.streams.state.VersionedKeyValueStore<byte[], byte[]> ours = oursOf(lane);
            PositionBound bound = PositionBound.unbounded();
            QueryConfig config = new QueryConfig(false);
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> ours.query(KeyQuery.<byte[], byte[]>withKey(KEYS[0]), bound, config));
            MultiVersionedKeyQuery<byte[], byte[]> reversed = MultiVersionedKeyQuery.<byte[], byte[]>withKey(KEYS[0])
                    .fromTime(Instant.ofEpochMilli(2))
                    .toTime(Instant.ofEpochMilli(1));
            assertThrows(IllegalArgumentException.class, () -> ours.query(reversed, bound, config));
            lane.close();
        }
    }

    private static String text(VersionedRecord<byte[]> version) {
        return version == null
                ? "null"
                : hex(version.value()) + "@" + version.timestamp() + "-"
                        + version.validTo().orElse(null);
    }

    private static String text(org.stoatflow.streams.state.VersionedRecord<byte[]> version) {
        return version == null
                ? "null"
                : hex(version.value()) + "@" + version.timestamp() + "-"
                        + version.validTo().orElse(null);
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HEX.formatHex(bytes);
    }
}
