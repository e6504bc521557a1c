package org.stoatflow.state.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/**
 * The same uses of a store of Kafka Streams that keeps what was used last, and of ours, with savepoints that are taken
 * back in between: what is read is equal, and so is the last changelog record of each key in each epoch.
 */
class RecentDifferentialTest {
    private static final int STEPS = 400;
    private static final int KEYS = 9;

    private static final StoreDescription OURS = recent(4);

    private final TestStores.ManualRecord record = new TestStores.ManualRecord();
    private Function<KeyValueStore<String, String>, String> use;
    private String seen;

    private static StoreDescription recent(int entriesMax) {
        return TestStores.store(
                new StoreSettings.KeyValue(false, entriesMax), "s", false, Serdes.String(), Serdes.String());
    }

    private enum Kind {
        GET,
        PUT,
        PUT_NULL,
        PUT_IF_ABSENT,
        DELETE,
        RANGE,
        ALL,
        SIZE
    }

    private record Step(Kind kind, String key, String value) {
        static Step of(Random random, int number) {
            Kind kind = random.nextInt(3) == 0 ? Kind.PUT : Kind.values()[random.nextInt(Kind.values().length)];
            return new Step(kind, "k" + random.nextInt(KEYS), "v" + number);
        }

        String onTheirs(KeyValueStore<String, String> store) {
            return switch (kind) {
                case GET -> store.get(key);
                case PUT -> {
                    store.put(key, value);
                    yield "";
                }
                case PUT_NULL -> {
                    store.put(key, null);
                    yield "";
                }
                case PUT_IF_ABSENT -> store.putIfAbsent(key, value);
                case DELETE -> store.delete(key);
                case RANGE -> {
                    List<String> rows = new ArrayList<>();
                    try (org.apache.kafka.streams.state.KeyValueIterator<String, String> all =
                            store.reverseRange("k2", key)) {
                        all.forEachRemaining(row -> rows.add(row.key + "=" + row.value));
                    }
                    yield rows.toString();
                }
                case ALL -> {
                    List<String> rows = new ArrayList<>();
                    try (org.apache.kafka.streams.state.KeyValueIterator<String, String> all = store.all()) {
                        all.forEachRemaining(row -> rows.add(row.key + "=" + row.value));
                    }
                    yield rows.toString();
                }
                case SIZE -> "" + store.approximateNumEntries();
            };
        }

        String onOurs(org.stoatflow.streams.state.KeyValueStore<String, String> store) {
            return switch (kind) {
                case GET -> store.get(key);
                case PUT -> {
                    store.put(key, value);
                    yield "";
                }
                case PUT_NULL -> {
                    store.put(key, null);
                    yield "";
                }
                case PUT_IF_ABSENT -> store.putIfAbsent(key, value);
                case DELETE -> store.delete(key);
                case RANGE -> rows(store.reverseRange("k2", key));
                case ALL -> rows(store.all());
                case SIZE -> "" + store.approximateNumEntries();
            };
        }

        private static String rows(org.stoatflow.streams.state.KeyValueIterator<String, String> found) {
            List<String> rows = new ArrayList<>();
            try (found) {
                found.forEachRemaining(row -> rows.add(row.key + "=" + row.value));
            }
            return rows.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKeepWhatKafkaStreamsKeeps(long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        Random random = new Random(seed);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config);
                StateEngine engine = StateEngines.inMemory(List.of(OURS));
                LaneState lane = new LaneState(engine, List.of(OURS), record, TestStores.BYTES_BY_DEFAULT)) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            TestOutputTopic<String, String> log =
                    driver.createOutputTopic("app-s-changelog", new StringDeserializer(), new StringDeserializer());
            lane.partition(0);
            org.stoatflow.streams.state.KeyValueStore<String, String> ours = ours(lane);
            for (int i = 0; i < STEPS; i++) {
                Step step = Step.of(random, i);
                record.timestamp = i;
                lane.save();
                if (random.nextInt(3) == 0) {
                    for (int j = 0; j < 8; j++) {
                        Step.of(random, -j).onOurs(ours);
                    }
                    lane.rollback();
                    lane.save();
                }
                use = step::onTheirs;
                in.pipeInput("", "", i);
                assertEquals(seen, step.onOurs(ours), "seed " + seed + ", step " + i + " " + step);
                lane.release();
                if (i % 25 == 24) {
                    assertEquals(theirs(log), logged(lane, engine), "seed " + seed + ", log at step " + i);
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static org.stoatflow.streams.state.KeyValueStore<String, String> ours(LaneState lane) {
        return (org.stoatflow.streams.state.KeyValueStore<String, String>) lane.store("s");
    }

    private Topology topology() {
        return new Topology()
                .addSource("source", new StringDeserializer(), new StringDeserializer(), "in")
                .addProcessor(
                        "user",
                        () -> new ContextualProcessor<String, String, Void, Void>() {
                            @Override
                            public void process(Record<String, String> ignored) {
                                seen = use.apply(context().getStateStore("s"));
                            }
                        },
                        "source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(Stores.lruMap("s", 4), Serdes.String(), Serdes.String()), "user");
    }

    private static Map<String, String> theirs(TestOutputTopic<String, String> log) {
        Map<String, String> last = new TreeMap<>();
        for (TestRecord<String, String> next : log.readRecordsToList()) {
            last.put(next.key(), next.value() + "@" + next.timestamp());
        }
        return last;
    }

    /** Ends the epoch, and applies it. */
    private static Map<String, String> logged(LaneState lane, StateEngine engine) {
        Map<String, String> last = new TreeMap<>();
        SealedState sealed = lane.seal((store, partition, key, value, timestamp, headers) -> last.put(
                new String(key, StandardCharsets.UTF_8),
                (value == null ? null : new String(value, StandardCharsets.UTF_8)) + "@" + timestamp));
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
        return last;
    }

    @Test
    void shouldGoOnInTheOrderOfTimestampsAfterItsWritesWereDropped() {
        try (StateEngine engine = StateEngines.inMemory(List.of(OURS));
                LaneState lane = new LaneState(engine, List.of(OURS), record, TestStores.BYTES_BY_DEFAULT)) {
            lane.partition(0);
            org.stoatflow.streams.state.KeyValueStore<String, String> ours = ours(lane);
            for (String key : List.of("d", "a", "c", "b")) {
                record.timestamp++;
                ours.put(key, "v");
            }
            logged(lane, engine);
            ours.put("x", "dropped");
            lane.drop();
            lane.partition(0);
            assertEquals("v", ours.get("d")); // so "a" is the oldest
            ours.put("y", "v");
            assertEquals(
                    Arrays.asList("v", null, "v", "v", null),
                    Arrays.asList(ours.get("d"), ours.get("a"), ours.get("c"), ours.get("b"), ours.get("x")));
        }
    }
}
