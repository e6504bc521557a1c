package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.Random;
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
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.window.WindowFormat;
import org.stoatflow.state.window.WindowRows;
import org.stoatflow.state.window.WindowSettings;
import org.stoatflow.state.window.WindowStart;
import org.stoatflow.stores.StoreDescription;

/**
 * The same puts into a window store of Kafka Streams, on its RocksDB, and into ours: changelog records are equal byte
 * for byte and in order, and so is what can be read.
 */
class WindowDifferentialTest {
    private static final long RETENTION_MS = 120_000;
    private static final long SEGMENT_MS = 60_000; // the least that Kafka Streams has
    private static final int STEPS = 100;
    private static final HexFormat HEX = HexFormat.of();

    /** Those with NULs come first. */
    private static final byte[][] KEYS = {
        {'a', 0}, {'a', 0, 0, 0, 0, 0, 0, 0, 5}, {}, {'a'}, {'a', 'b'}, {'b'}, {(byte) 0xff}, {(byte) 0xff, (byte) 0xff}
    };

    /**
     * So many keys are no upper bounds of ranges here: Kafka Streams on RocksDB loses windows of a key that is a prefix
     * of the bound, where the bound goes on with bytes less than those of a time.
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
    private Put put;
    private WindowStore<byte[], Object> theirs;

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
        StoreDescription store =
                TestStores.store(kind == Kind.TIMESTAMPED, "w", onDisk, Serdes.ByteArray(), Serdes.ByteArray());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(kind), config);
                StateEngine engine = onDisk
                        ? StateEngines.openRocks(
                                folder.resolve("ours"),
                                List.of(store),
                                RocksSettings.defaults().withMemoryBytes(8 << 20))
                        : StateEngines.inMemory(List.of(store))) {
            LaneState lane = new LaneState(
                    engine,
                    List.of(store),
                    record,
                    TestStores.BYTES_BY_DEFAULT,
                    null,
                    described -> new WindowFormat(
                            described, new WindowSettings(RETENTION_MS, SEGMENT_MS, kind == Kind.DUPLICATES)));
            compare(driver, lane, engine, new Random(seed), kind);
            lane.close();
        }
    }

    private Topology topology(Kind kind) {
        Duration retention = Duration.ofMillis(RETENTION_MS);
        Duration size = Duration.ofMillis(1_000);
        StoreBuilder<?> store = kind == Kind.TIMESTAMPED
                ? Stores.timestampedWindowStoreBuilder(
                        Stores.persistentTimestampedWindowStore("w", retention, size, false),
                        Serdes.ByteArray(),
                        Serdes.ByteArray())
                : Stores.windowStoreBuilder(
                        Stores.persistentWindowStore("w", retention, size, kind == Kind.DUPLICATES),
                        Serdes.ByteArray(),
                        Serdes.ByteArray());
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
    private void compare(TopologyTestDriver driver, LaneState lane, StateEngine engine, Random random, Kind kind) {
        TestInputTopic<byte[], byte[]> in =
                driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        TestOutputTopic<byte[], byte[]> changelog =
                driver.createOutputTopic("app-w-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        WindowRows<byte[], Object> ours = (WindowRows<byte[], Object>) lane.store("w");
        lane.partition(0);
        long now = 0;
        long observed = -1; // by the stores
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
            if (put.value != null || kind != Kind.DUPLICATES) {
                observed = Math.max(observed, put.startMs);
            }
            if (random.nextInt(5) == 0) {
                ours.expire(0, observed);
            }
            List<String> expected = new ArrayList<>();
            changelog
                    .readRecordsToList()
                    .forEach(logged -> expected.add(hex(logged.key()) + "=" + hex(logged.value()) + "@"
                            + logged.timestamp() + " " + logged.headers().toArray().length));
            assertEquals(expected, sealedLog(lane));
            if (random.nextInt(4) == 0) {
                apply(engine);
            }
            read(ours, random, now);
        }
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

    private void read(WindowRows<byte[], Object> ours, Random random, long now) {
        byte[] key = key(random);
        byte[] to = random.nextInt(5) == 0 ? null : KEYS[NULS + random.nextInt(KEYS.length - NULS)];
        byte[] from = random.nextInt(5) == 0 ? null : key(random);
        long fromMs = Math.max(0, now - random.nextInt(250_000));
        long toMs = random.nextInt(5) == 0 ? Long.MAX_VALUE : fromMs + random.nextInt(150_000);
        long startMs = fromMs / 1_000 * 1_000;
        Instant first = Instant.ofEpochMilli(fromMs);
        Instant last = Instant.ofEpochMilli(toMs);
        assertEquals(text(theirs.fetch(key, startMs)), text(ours.fetch(key, startMs)));
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
            rows.forEachRemaining(
                    row -> found.add(hex(row.key.key()) + "@" + row.key.window().start() + "=" + text(row.value)));
        }
        return found;
    }

    private static <V> List<String> windows(org.stoatflow.streams.state.KeyValueIterator<WindowStart<byte[]>, V> rows) {
        List<String> found = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(
                    row -> found.add(hex(row.key.key()) + "@" + row.key.startMs() + "=" + text(row.value)));
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
