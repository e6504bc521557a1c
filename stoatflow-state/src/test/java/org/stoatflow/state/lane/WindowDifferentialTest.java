package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;
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

/**
 * The same puts into a window store of Kafka Streams and into ours, on disk and in memory: changelog records are equal
 * byte for byte and in order, and so are what can be read, in its order, and the number of puts that were dropped.
 */
class WindowDifferentialTest {
    private static final long RETENTION_MS = 120_000;
    private static final long SEGMENT_MS = 60_000; // the least that Kafka Streams has
    private static final long SIZE_MS = 1_000;
    private static final int STEPS = 100;
    private static final HexFormat HEX = HexFormat.of();

    /** Those with NULs come first. */
    private static final byte[][] KEYS = {
        {'a', 0}, {'a', 0, 0, 0, 0, 0, 0, 0, 5}, {}, {'a'}, {'a', 'b'}, {'b'}, {(byte) 0xff}, {(byte) 0xff, (byte) 0xff}
    };

    /**
     * So many keys are no upper bounds of ranges here: Kafka Streams on RocksDB loses windows of a key that is a prefix
     * of the bound, where the bound goes on with bytes less than those of a time, and in memory duplicates likewise.
     */
    private static final int NULS = 2;

    private enum Kind {
        PLAIN,
        TIMESTAMPED,
        DUPLICATES
    }

    /** A put, carried out by whoever has the store. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Put(byte[] key, byte[] value, long valueTimestamp, long startMs) {}

    @TempDir
    Path folder;

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private final List<String> log = new ArrayList<>();
    private final List<SealedState> sealed = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> logged = new ArrayList<>();
    private Put put;
    private WindowStore<byte[], Object> theirs;
    private int dropped;

    @ParameterizedTest
    @CsvSource({
        "PLAIN, true, 1",
        "PLAIN, false, 2",
        "TIMESTAMPED, true, 3",
        "TIMESTAMPED, false, 4",
        "DUPLICATES, true, 5",
        "DUPLICATES, false, 6"
    })
    void shouldLogAndReadAsKafkaStreamsDoes(Kind kind, boolean onDisk, long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("theirs").toString());
        StoreDescription store = store(kind, onDisk);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(kind, onDisk), config);
                StateEngine engine = open(store, "ours");
                StateEngine restored = open(store, "restored")) {
            LaneState lane = lane(engine, store);
            compare(driver, lane, engine, new Random(seed), kind);
            compareDropped(driver, dropped);
            restoreAndCompare(restored, store, new Random(seed), kind);
            lane.close();
        }
    }

    private LaneState lane(StateEngine engine, StoreDescription store) {
        LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT);
        lane.expiredTo(partition -> dropped++);
        lane.partition(0);
        return lane;
    }

    private static StoreDescription store(Kind kind, boolean onDisk) {
        StoreSettings settings = new StoreSettings.Window(
                kind == Kind.TIMESTAMPED, RETENTION_MS, SEGMENT_MS, SIZE_MS, kind == Kind.DUPLICATES);
        return TestStores.store(settings, "w", onDisk, Serdes.ByteArray(), Serdes.ByteArray());
    }

    private StateEngine open(StoreDescription store, String name) {
        return store.persistent()
                ? StateEngines.openRocks(
                        folder.resolve(name),
                        List.of(store),
                        RocksSettings.defaults().withMemoryBytes(8 << 20))
                : StateEngines.inMemory(List.of(store));
    }

    private Topology topology(Kind kind, boolean onDisk) {
        Duration retention = Duration.ofMillis(RETENTION_MS);
        Duration size = Duration.ofMillis(SIZE_MS);
        boolean duplicates = kind == Kind.DUPLICATES;
        WindowBytesStoreSupplier persistent = kind == Kind.TIMESTAMPED
                ? Stores.persistentTimestampedWindowStore("w", retention, size, duplicates)
                : Stores.persistentWindowStore("w", retention, size, duplicates);
        WindowBytesStoreSupplier supplier =
                onDisk ? persistent : Stores.inMemoryWindowStore("w", retention, size, duplicates);
        StoreBuilder<?> store = kind == Kind.TIMESTAMPED
                ? Stores.timestampedWindowStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray())
                : Stores.windowStoreBuilder(supplier, Serdes.ByteArray(), Serdes.ByteArray());
        return new Topology()
                .addSource("source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                .addProcessor("putter", () -> new Putter(kind), "source")
                .addStateStore(store, "putter");
    }

    private final class Putter extends ContextualProcessor<byte[], byte[], Void, Void> {
        private final Kind kind;

        Putter(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            theirs = context.getStateStore("w");
        }

        @Override
        public void process(Record<byte[], byte[]> ignored) {
            Object value = kind == Kind.TIMESTAMPED ? ValueAndTimestamp.make(put.value, put.valueTimestamp) : put.value;
            theirs.put(put.key, value, put.startMs);
        }
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static org.stoatflow.streams.state.WindowStore<byte[], Object> oursOf(LaneState lane) {
        return (org.stoatflow.streams.state.WindowStore<byte[], Object>) lane.store("w");
    }

    private static void compareDropped(TopologyTestDriver driver, int dropped) {
        double expected = driver.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
                .mapToDouble(metric -> (double) metric.getValue().metricValue())
                .sum();
        assertEquals(expected, dropped);
    }

    private void compare(TopologyTestDriver driver, LaneState lane, StateEngine engine, Random random, Kind kind) {
        TestInputTopic<byte[], byte[]> in =
                driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        TestOutputTopic<byte[], byte[]> changelog =
                driver.createOutputTopic("app-w-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        org.stoatflow.streams.state.WindowStore<byte[], Object> ours = oursOf(lane);
        long now = 0;
        for (int step = 0; step < STEPS; step++) {
            now += random.nextInt(random.nextInt(10) == 0 ? 60_000 : 5_000);
            put = new Put(
                    key(random),
                    random.nextInt(5) == 0 ? null : new byte[] {(byte) step},
                    random.nextInt(1_000),
                    Math.max(0, now - random.nextInt(random.nextInt(5) == 0 ? 300_000 : 20_000)) / 1_000 * 1_000);
            record.timestamp = now;
            in.pipeInput(null, new byte[0], Instant.ofEpochMilli(now));
            Object value = kind == Kind.TIMESTAMPED
                    ? org.stoatflow.streams.state.ValueAndTimestamp.make(put.value, put.valueTimestamp)
                    : put.value;
            ours.put(put.key, value, put.startMs);
            List<String> expected = new ArrayList<>();
            for (TestRecord<byte[], byte[]> next : changelog.readRecordsToList()) {
                expected.add(hex(next.key()) + "=" + hex(next.value()) + "@" + next.timestamp() + " "
                        + next.headers().toArray().length);
                keep(next);
            }
            assertEquals(expected, sealedLog(lane));
            if (random.nextInt(4) == 0) {
                apply(engine);
            }
            read(ours, random, now);
        }
    }

    private void keep(TestRecord<byte[], byte[]> next) {
        logged.add(new ConsumerRecord<>(
                "app-w-changelog",
                0,
                logged.size(),
                next.timestamp(),
                TimestampType.CREATE_TIME,
                -1,
                -1,
                next.key(),
                next.value(),
                new RecordHeaders(),
                Optional.empty()));
    }

    /** Restores ours of the records of Kafka Streams. The store's time begins anew, with the next put. */
    private void restoreAndCompare(StateEngine engine, StoreDescription store, Random random, Kind kind) {
        RowRestorer restorer = StoreFormats.of(store).restorer();
        StateBatch batch = new StateBatch(0);
        RestoredRows rows = new RestoredRows() {
            @Override
            public void put(byte[] key, byte[] stored) {
                batch.put(engine.storeId("w"), 0, key, stored);
            }

            @Override
            public void deleteRange(byte[] from, byte[] to) {
                batch.deleteRange(engine.storeId("w"), 0, from, to);
            }
        };
        logged.forEach(next -> restorer.restore(next.key(), next.value(), next.timestamp(), next.headers(), rows));
        engine.apply(batch);
        long observed = logged.stream()
                .filter(next -> kind != Kind.DUPLICATES || next.value() != null || !store.persistent())
                .mapToLong(next -> ByteBuffer.wrap(next.key()).getLong(next.key().length - 12))
                .max()
                .orElseThrow();
        LaneState lane = lane(engine, store);
        org.stoatflow.streams.state.WindowStore<byte[], Object> ours = oursOf(lane);
        byte[] gone = {99};
        ours.put(gone, null, observed);
        if (kind == Kind.DUPLICATES && store.persistent()) {
            return; // without a put of a value, time stays unknown, and a put would be one more than theirs
        }
        for (int i = 0; i < STEPS; i++) {
            readRanges(ours, random, observed);
        }
        lane.close();
    }

    private static byte[] key(Random random) {
        return KEYS[random.nextInt(KEYS.length)];
    }

    private List<String> sealedLog(LaneState lane) {
        log.clear();
        sealed.add(lane.seal((store, partition, key, value, timestamp, headers) -> log.add(hex(key) + "=" + hex(value)
                + "@" + timestamp + " " + (headers == null ? 0 : headers.toArray().length))));
        return log;
    }

    private void apply(StateEngine engine) {
        StateBatch batch = new StateBatch(0);
        sealed.forEach(state -> state.addTo(batch));
        engine.apply(batch);
        sealed.forEach(SealedState::markApplied);
        sealed.clear();
    }

    private void read(org.stoatflow.streams.state.WindowStore<byte[], Object> ours, Random random, long now) {
        byte[] key = key(random);
        long startMs = Math.max(0, now - random.nextInt(250_000)) / 1_000 * 1_000;
        assertEquals(text(theirs.fetch(key, startMs)), text(ours.fetch(key, startMs)));
        readRanges(ours, random, now);
    }

    private void readRanges(org.stoatflow.streams.state.WindowStore<byte[], Object> ours, Random random, long now) {
        byte[] key = key(random);
        byte[] to = random.nextInt(5) == 0 ? null : KEYS[NULS + random.nextInt(KEYS.length - NULS)];
        byte[] from = random.nextInt(5) == 0 ? null : key(random);
        long fromMs = Math.max(0, now - random.nextInt(250_000));
        long toMs = random.nextInt(5) == 0 ? Long.MAX_VALUE : fromMs + random.nextInt(150_000);
        Instant first = Instant.ofEpochMilli(fromMs);
        Instant last = Instant.ofEpochMilli(toMs);
        assertEquals(starts(theirs.fetch(key, first, last)), starts(ours.fetch(key, fromMs, toMs)));
        assertEquals(starts(theirs.backwardFetch(key, first, last)), starts(ours.backwardFetch(key, fromMs, toMs)));
        assertEquals(windows(theirs.fetch(from, to, first, last)), windows(ours.fetch(from, to, fromMs, toMs)));
        assertEquals(
                windows(theirs.backwardFetch(from, to, first, last)),
                windows(ours.backwardFetch(from, to, fromMs, toMs)));
        assertEquals(windows(theirs.fetchAll(first, last)), windows(ours.fetchAll(fromMs, toMs)));
        assertEquals(windows(theirs.backwardFetchAll(first, last)), windows(ours.backwardFetchAll(fromMs, toMs)));
        assertEquals(windows(theirs.all()), windows(ours.all()));
        assertEquals(windows(theirs.backwardAll()), windows(ours.backwardAll()));
    }

    private static <V> List<String> starts(org.apache.kafka.streams.state.WindowStoreIterator<V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(row.key + "=" + text(row.value)));
        }
        return found;
    }

    private static <V> List<String> starts(org.stoatflow.streams.state.KeyValueIterator<Long, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(row.key + "=" + text(row.value)));
        }
        return found;
    }

    private static <V> List<String> windows(org.apache.kafka.streams.state.KeyValueIterator<Windowed<byte[]>, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(hex(row.key.key()) + "@"
                    + row.key.window().start() + "-" + row.key.window().end() + "=" + text(row.value)));
        }
        return found;
    }

    private static <V> List<String> windows(
            org.stoatflow.streams.state.KeyValueIterator<org.stoatflow.streams.kstream.Windowed<byte[]>, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> found.add(hex(row.key.key()) + "@"
                    + row.key.window().start() + "-" + row.key.window().end() + "=" + text(row.value)));
        }
        return found;
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case ValueAndTimestamp<?> theirs -> hex((byte[]) theirs.value()) + "@" + theirs.timestamp();
            case org.stoatflow.streams.state.ValueAndTimestamp<?> ours ->
                hex((byte[]) ours.value()) + "@" + ours.timestamp();
            default -> hex((byte[]) value);
        };
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HEX.formatHex(bytes);
    }
}
