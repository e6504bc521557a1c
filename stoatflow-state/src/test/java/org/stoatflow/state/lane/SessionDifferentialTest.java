package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
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
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * The same puts and removals into a session store of Kafka Streams and into ours, on disk and in memory: changelog
 * records are equal byte for byte and in order, and so are what can be read, in its order, and the number of puts that
 * were dropped.
 */
class SessionDifferentialTest {
    private static final long RETENTION_MS = 120_000;
    private static final long SEGMENT_MS = 60_000; // the least that Kafka Streams has
    private static final int STEPS = 150;
    private static final HexFormat HEX = HexFormat.of();

    /** Those with NULs come first. */
    private static final byte[][] KEYS = {
        {'a', 0}, {'a', 0, 0, 0, 0, 0, 0, 0, 5}, {}, {'a'}, {'a', 'b'}, {'b'}, {(byte) 0xff}, {(byte) 0xff, (byte) 0xff}
    };

    /**
     * So many keys are no upper bounds of ranges here: Kafka Streams on RocksDB loses sessions of a key that is a
     * prefix of the bound, where the bound goes on with bytes less than those of a time.
     */
    private static final int NULS = 2;

    /** A put or removal, carried out by whoever has the store. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Step(boolean removes, byte[] key, byte[] value, long startMs, long endMs) {}

    @TempDir
    Path folder;

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();
    private final List<SealedState> sealed = new ArrayList<>();
    private final List<TestRecord<byte[], byte[]>> logged = new ArrayList<>();
    private Step step;
    private SessionStore<byte[], byte[]> theirs;
    private int dropped;
    private long observed; // by the stores; removals are not observed in memory

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2", "true, 3", "false, 4"})
    void shouldLogAndReadAsKafkaStreamsDoes(boolean onDisk, long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("theirs").toString());
        StoreDescription store = TestStores.store(
                new StoreSettings.Session(RETENTION_MS, SEGMENT_MS),
                "s",
                onDisk,
                Serdes.ByteArray(),
                Serdes.ByteArray());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(onDisk), config);
                StateEngine engine = open(store, "ours");
                StateEngine restored = open(store, "restored")) {
            LaneState lane = lane(engine, store);
            compare(driver, lane, engine, new Random(seed));
            double expected = driver.metrics().entrySet().stream()
                    .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
                    .mapToDouble(metric -> (double) metric.getValue().metricValue())
                    .sum();
            assertEquals(expected, dropped);
            restoreAndCompare(restored, store, new Random(seed));
            lane.close();
        }
    }

    private StateEngine open(StoreDescription store, String name) {
        return store.persistent()
                ? StateEngines.openRocks(
                        folder.resolve(name),
                        List.of(store),
                        RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(store));
    }

    private LaneState lane(StateEngine engine, StoreDescription store) {
        LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
        lane.expiredTo(partition -> dropped++);
        lane.partition(0);
        return lane;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static org.stoatflow.streams.state.SessionStore<byte[], byte[]> oursOf(LaneState lane) {
        return (org.stoatflow.streams.state.SessionStore<byte[], byte[]>) lane.store("s");
    }

    private Topology topology(boolean onDisk) {
        Duration retention = Duration.ofMillis(RETENTION_MS);
        return new Topology()
                .addSource("source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                .addProcessor("putter", Putter::new, "source")
                .addStateStore(
                        Stores.sessionStoreBuilder(
                                onDisk
                                        ? Stores.persistentSessionStore("s", retention)
                                        : Stores.inMemorySessionStore("s", retention),
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
            org.apache.kafka.streams.kstream.Windowed<byte[]> session = new org.apache.kafka.streams.kstream.Windowed<>(
                    step.key, new org.apache.kafka.streams.kstream.internals.SessionWindow(step.startMs, step.endMs));
            if (step.removes) {
                theirs.remove(session);
            } else {
                theirs.put(session, step.value);
            }
        }
    }

    private void compare(TopologyTestDriver driver, LaneState lane, StateEngine engine, Random random) {
        TestInputTopic<byte[], byte[]> in =
                driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        TestOutputTopic<byte[], byte[]> changelog =
                driver.createOutputTopic("app-s-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        org.stoatflow.streams.state.SessionStore<byte[], byte[]> ours = oursOf(lane);
        long now = 0;
        for (int number = 0; number < STEPS; number++) {
            now += random.nextInt(random.nextInt(10) == 0 ? 60_000 : 3_000);
            step = next(random, now, number);
            record.timestamp = now;
            in.pipeInput(null, new byte[0], Instant.ofEpochMilli(now));
            Windowed<byte[]> session = new Windowed<>(step.key, new SessionWindow(step.startMs, step.endMs));
            if (step.removes) {
                ours.remove(session);
            } else {
                ours.put(session, step.value);
            }
            observed = step.removes && !theirs.persistent() ? observed : Math.max(observed, step.endMs);
            List<String> expected = new ArrayList<>();
            for (TestRecord<byte[], byte[]> next : changelog.readRecordsToList()) {
                expected.add(hex(next.key()) + "=" + hex(next.value()) + "@" + next.timestamp());
                logged.add(next);
            }
            assertEquals(expected, sealedLog(lane));
            if (random.nextInt(4) == 0) {
                apply(engine);
            }
            read(ours, random, now);
        }
    }

    /** Ends are rounded, so that several sessions share one. */
    private static Step next(Random random, long now, int number) {
        long endMs = Math.max(0, now - random.nextInt(random.nextInt(5) == 0 ? 300_000 : 20_000)) / 5_000 * 5_000;
        long startMs = Math.max(0, endMs - random.nextInt(3) * random.nextInt(30_000));
        byte[] value = random.nextInt(8) == 0 ? null : new byte[] {(byte) number};
        return new Step(random.nextInt(8) == 0, key(random), value, startMs, endMs);
    }

    private static byte[] key(Random random) {
        return KEYS[random.nextInt(KEYS.length)];
    }

    private List<String> sealedLog(LaneState lane) {
        log.clear();
        sealed.add(lane.seal((store, partition, key, value, timestamp, headers) ->
                log.add(hex(key) + "=" + hex(value) + "@" + timestamp)));
        return log;
    }

    private void apply(StateEngine engine) {
        StateBatch batch = new StateBatch(0);
        sealed.forEach(state -> state.addTo(batch));
        engine.apply(batch);
        sealed.forEach(SealedState::markApplied);
        sealed.clear();
    }

    /** Restores ours of the records of Kafka Streams. The store's time begins anew, with the next put. */
    private void restoreAndCompare(StateEngine engine, StoreDescription store, Random random) {
        RowRestorer restorer = StoreFormats.of(store).restorer();
        StateBatch batch = new StateBatch(0);
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] key, byte[] stored) {
                batch.put(engine.storeId("s"), 0, key, stored);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(engine.storeId("s"), 0, from, to);
            }
        };
        logged.forEach(next -> restorer.restore(next.key(), next.value(), next.timestamp(), new RecordHeaders(), rows));
        engine.apply(batch);
        LaneState lane = lane(engine, store);
        org.stoatflow.streams.state.SessionStore<byte[], byte[]> ours = oursOf(lane);
        ours.put(new Windowed<>(new byte[] {99}, new SessionWindow(observed, observed)), null);
        for (int i = 0; i < STEPS; i++) {
            read(ours, random, observed);
        }
        lane.close();
    }

    private void read(org.stoatflow.streams.state.SessionStore<byte[], byte[]> ours, Random random, long now) {
        byte[] key = key(random);
        byte[] to = random.nextInt(5) == 0 ? null : KEYS[NULS + random.nextInt(KEYS.length - NULS)];
        byte[] from = random.nextInt(5) == 0 ? null : key(random);
        long fromMs = Math.max(0, now - random.nextInt(250_000));
        long toMs = random.nextInt(5) == 0 ? Long.MAX_VALUE : fromMs + random.nextInt(150_000);
        long end = fromMs / 5_000 * 5_000;
        assertEquals(hex(theirs.fetchSession(key, end, end)), hex(ours.fetchSession(key, end, end)));
        assertEquals(theirs(theirs.fetch(key)), ours(ours.fetch(key)));
        assertEquals(theirs(theirs.backwardFetch(key)), ours(ours.backwardFetch(key)));
        boolean inverted = from != null && to != null && Arrays.compareUnsigned(from, to) > 0;
        if (!inverted || theirs.persistent()) { // in memory, Kafka Streams throws
            assertEquals(theirs(theirs.fetch(from, to)), ours(ours.fetch(from, to)));
            assertEquals(theirs(theirs.backwardFetch(from, to)), ours(ours.backwardFetch(from, to)));
        }
        assertEquals(theirs(theirs.findSessions(key, fromMs, toMs)), ours(ours.findSessions(key, fromMs, toMs)));
        assertEquals(
                theirs(theirs.backwardFindSessions(key, fromMs, toMs)),
                ours(ours.backwardFindSessions(key, fromMs, toMs)));
        assertEquals(
                theirs(theirs.findSessions(from, to, fromMs, toMs)), ours(ours.findSessions(from, to, fromMs, toMs)));
        assertEquals(
                theirs(theirs.backwardFindSessions(from, to, fromMs, toMs)),
                ours(ours.backwardFindSessions(from, to, fromMs, toMs)));
        if (!theirs.persistent()) {
            assertEquals(theirs(theirs.findSessions(fromMs, toMs)), ours(ours.findSessions(fromMs, toMs)));
        }
    }

    private static List<String> theirs(
            org.apache.kafka.streams.state.KeyValueIterator<org.apache.kafka.streams.kstream.Windowed<byte[]>, byte[]>
                    rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(hex(row.key.key()) + "@"
                    + row.key.window().start() + "-" + row.key.window().end() + "=" + hex(row.value)));
        }
        return found;
    }

    private static List<String> ours(KeyValueIterator<Windowed<byte[]>, byte[]> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(hex(row.key.key()) + "@"
                    + row.key.window().start() + "-" + row.key.window().end() + "=" + hex(row.value)));
        }
        return found;
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HEX.formatHex(bytes);
    }
}
