package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.StoreDescription;

/**
 * The same uses of a key-value store with headers of Kafka Streams and of ours: what is read is equal, and so are the
 * headers that serdes are given and write, the changelog, and a store that is restored of it.
 */
class HeadersDifferentialTest {
    private static final int STEPS = 300;

    /** Where the rows are: some suppliers have no room for headers. */
    private enum Place {
        HEADERS,
        TIMESTAMPED,
        PLAIN,
        MEMORY;

        KeyValueBytesStoreSupplier theirs() {
            return switch (this) {
                case HEADERS -> Stores.persistentTimestampedKeyValueStoreWithHeaders("s");
                case TIMESTAMPED -> Stores.persistentTimestampedKeyValueStore("s");
                case PLAIN -> Stores.persistentKeyValueStore("s");
                case MEMORY -> Stores.inMemoryKeyValueStore("s");
            };
        }

        org.stoatflow.streams.state.KeyValueBytesStoreSupplier ours() {
            return switch (this) {
                case HEADERS -> org.stoatflow.streams.state.Stores.persistentTimestampedKeyValueStoreWithHeaders("s");
                case TIMESTAMPED -> org.stoatflow.streams.state.Stores.persistentTimestampedKeyValueStore("s");
                case PLAIN -> org.stoatflow.streams.state.Stores.persistentKeyValueStore("s");
                case MEMORY -> org.stoatflow.streams.state.Stores.inMemoryKeyValueStore("s");
            };
        }
    }

    @TempDir
    Path folder;

    private final Given record = new Given();
    private final List<TestRecord<byte[], byte[]>> logged = new ArrayList<>();
    private List<HeadersStep> steps = List.of();
    private final List<String> theirs = new ArrayList<>();
    private Headers theirHeaders;

    /** The record in process. */
    private static final class Given implements CurrentRecord {
        private long timestamp;
        private Headers headers = new RecordHeaders();

        @Override
        public long timestamp() {
            return timestamp;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }

    /**
     * A cache above rows without room for headers is left out: theirs goes on to show the headers of what it has
     * flushed, until it forgets the row. So are queries above a cache, which theirs passes by, and scans of a cache in
     * which rows were deleted, at which theirs fails.
     */
    @ParameterizedTest
    @CsvSource({
        "HEADERS, false, 1",
        "HEADERS, true, 2",
        "TIMESTAMPED, false, 3",
        "PLAIN, false, 4",
        "MEMORY, false, 5",
        "MEMORY, true, 6"
    })
    void shouldLogAndReadAsKafkaStreamsDoes(Place place, boolean cached, long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("theirs").toString());
        StoreDescription store = described(place, cached);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(place, cached), config);
                StateEngine engine = open(store, "ours");
                StateEngine restored = open(store, "restored")) {
            LaneState lane = lane(engine, store);
            compare(driver, lane, engine, new Random(seed), cached, place != Place.HEADERS && !cached);
            restoreAndCompare(restored, store, lane);
            lane.close();
        }
    }

    @ParameterizedTest
    @EnumSource(value = HeadersStep.Kind.class, names = ".*QUERY", mode = EnumSource.Mode.MATCH_ALL)
    void shouldAnswerQueriesFromDiskAsKafkaStreamsDoes(HeadersStep.Kind kind) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("theirs").toString());
        StoreDescription store = described(Place.HEADERS, true);
        HeadersStep step = new HeadersStep(kind, "k", "v", 0, new RecordHeaders());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(Place.HEADERS, true), config);
                StateEngine engine = open(store, "ours")) {
            steps = List.of(step);
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("", "");
            LaneState lane = lane(engine, store);
            assertEquals(theirs, List.of(step.onOurs(ours(lane))));
            lane.close();
        }
    }

    private static StoreDescription described(Place place, boolean cached) {
        org.stoatflow.streams.state.StoreBuilder<?> builder =
                org.stoatflow.streams.state.Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        place.ours(), HeaderSerdes.marked("k"), HeaderSerdes.marked("v"));
        return ((BuiltInStoreBuilder<?>) (cached ? builder.withCachingEnabled() : builder)).description();
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
        LaneState lane = new LaneState(engine, List.of(store), record, TestStores.BYTES_BY_DEFAULT, 1 << 20);
        lane.partition(0);
        return lane;
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders<String, String> ours(
            LaneState lane) {
        return (org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders<String, String>) lane.store("s");
    }

    private Topology topology(Place place, boolean cached) {
        StoreBuilder<TimestampedKeyValueStoreWithHeaders<String, String>> builder =
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        place.theirs(), HeaderSerdes.marked("k"), HeaderSerdes.marked("v"));
        return new Topology()
                .addSource("source", new StringDeserializer(), new StringDeserializer(), "in")
                .addProcessor("user", User::new, "source")
                .addStateStore(cached ? builder.withCachingEnabled() : builder, "user");
    }

    private final class User extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> given) {
            TimestampedKeyValueStoreWithHeaders<String, String> store =
                    context().getStateStore("s");
            theirs.clear();
            steps.forEach(step -> theirs.add(step.onTheirs(store)));
            theirHeaders = given.headers();
        }
    }

    private void compare(
            TopologyTestDriver driver,
            LaneState lane,
            StateEngine engine,
            Random random,
            boolean cached,
            boolean queried) {
        TestInputTopic<String, String> in =
                driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
        TestOutputTopic<byte[], byte[]> changelog =
                driver.createOutputTopic("app-s-changelog", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        for (int i = 0; i < STEPS; i++) {
            steps = cached
                    ? List.of(HeadersStep.of(random, i, queried), HeadersStep.get(random))
                    : List.of(
                            HeadersStep.of(random, i, queried),
                            HeadersStep.of(random, i, queried),
                            HeadersStep.of(random, i, queried));
            Headers given = new RecordHeaders();
            if (cached) { // theirs keeps the very headers of the record, until the flush
                given.add(HeaderSerdes.FROZEN, HeaderSerdes.bytes("" + i));
            } else if (random.nextBoolean()) {
                given.add("given", HeaderSerdes.bytes("" + i));
            }
            record.timestamp = 1_000 + i;
            record.headers = new RecordHeaders(given);
            in.pipeInput(new TestRecord<>("", "", given, record.timestamp));
            List<String> seen = new ArrayList<>();
            steps.forEach(step -> seen.add(step.onOurs(ours(lane))));
            assertEquals(theirs, seen, i + " " + steps);
            assertEquals(HeaderSerdes.text(theirHeaders), HeaderSerdes.text(record.headers), i + " " + steps);
            lane.flushCache("s");
            assertEquals(logOf(changelog), seal(lane, engine, random.nextBoolean()), i + " " + steps);
        }
    }

    private Map<String, String> logOf(TestOutputTopic<byte[], byte[]> changelog) {
        Map<String, String> last = new TreeMap<>();
        for (TestRecord<byte[], byte[]> next : changelog.readRecordsToList()) {
            last.put(text(next.key()), line(next.value(), next.timestamp(), next.headers()));
            logged.add(next);
        }
        return last;
    }

    private static String line(byte[] value, long timestamp, Headers headers) {
        return text(value) + "@" + timestamp + HeaderSerdes.text(headers);
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private final List<SealedState> sealed = new ArrayList<>();

    private Map<String, String> seal(LaneState lane, StateEngine engine, boolean applies) {
        Map<String, String> last = new TreeMap<>();
        sealed.add(lane.seal((store, partition, key, value, timestamp, headers) ->
                last.put(text(key), line(value, timestamp, headers))));
        if (applies) {
            StateBatch batch = new StateBatch(0);
            sealed.forEach(state -> state.addTo(batch));
            engine.apply(batch);
            sealed.forEach(SealedState::markApplied);
            sealed.clear();
        }
        return last;
    }

    /** Restores ours of the records of Kafka Streams: it has what the store has that was written. */
    private void restoreAndCompare(StateEngine engine, StoreDescription store, LaneState written) {
        RowRestorer restorer = StoreFormats.of(store).restorer();
        int id = engine.storeId("s");
        RestoredRows rows = new RestoredRows() {
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
        logged.forEach(next -> restorer.restore(next.key(), next.value(), next.timestamp(), next.headers(), rows));
        LaneState lane = lane(engine, store);
        HeadersStep all = new HeadersStep(HeadersStep.Kind.ALL, "", "", 0, new RecordHeaders());
        assertEquals(all.onOurs(ours(written)), all.onOurs(ours(lane)));
        lane.close();
    }
}
