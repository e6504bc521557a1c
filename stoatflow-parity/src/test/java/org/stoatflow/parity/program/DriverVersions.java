package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.DslKeyValueParams;
import org.stoatflow.streams.state.DslSessionParams;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.DslWindowParams;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionBytesStoreSupplier;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;
import org.stoatflow.streams.test.TestRecord;

/** Random programs over versioned tables, with updates that come out of order, and some too late. */
final class DriverVersions {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.versions", 60);
    private static final int RECORDS = 120;
    private static final int KEYS = 3;

    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private final List<String> versioned = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>(List.of("stream"));
    private int stores;

    private DriverVersions(long seed) {
        random = new Random(seed);
    }

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            long seed = i;
            programs.put("versioned tables " + i, notes -> new DriverVersions(seed).run(notes));
        }
        programs.put("a versioned store of a processor", DriverVersions::processor);
        programs.put("a versioned store by the suppliers of operators", DriverVersions::supplied);
        programs.put("versioned stores that are refused", DriverVersions::refused);
    }

    private void run(DriverNotes notes) {
        KTable<String, String> left = changed(table("left"));
        KTable<String, String> right = changed(random.nextInt(6) == 0 ? left : table("right"));
        result(left, right).toStream().to("out");
        builder.<String, String>stream("stream")
                .leftJoin(left, (value, row) -> value + "/" + row)
                .to("joined");
        if (random.nextBoolean()) {
            grouped(left).toStream().to("groups");
        }
        Topology topology = builder.build();
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(
                topology, DriverSetup.config("statestore.cache.max.bytes", random.nextInt(3) == 0 ? 1_000_000 : 0))) {
            pipe(driver);
            notes.topics(driver);
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                if (topic.endsWith("-changelog")) {
                    notes.readLast(driver, topic);
                } else {
                    notes.read(driver, topic);
                }
            }
            for (String store : versioned) {
                rows(notes, driver.getVersionedKeyValueStore(store));
            }
        }
    }

    private static void rows(DriverNotes notes, VersionedKeyValueStore<String, Object> store) {
        for (int i = 0; i < KEYS; i++) {
            String key = "k" + i;
            notes.say(store.name() + " " + key + " " + store.get(key));
            for (long time = 0; time < 3_000; time += 45) {
                notes.say(time + " " + store.get(key, time));
            }
        }
    }

    private void pipe(TopologyTestDriver driver) {
        List<TestInputTopic<String, String>> topics = new ArrayList<>();
        for (String topic : inputs) {
            topics.add(DriverSetup.input(driver, topic));
        }
        for (int i = 0; i < RECORDS; i++) {
            String key = random.nextInt(20) == 0 ? null : "k" + random.nextInt(KEYS);
            String value = random.nextInt(5) == 0 ? null : "k" + random.nextInt(KEYS) + " " + random.nextInt(4);
            long time = 1_000 + i * 10L - random.nextInt(random.nextInt(4) == 0 ? 600 : 60);
            topics.get(random.nextInt(topics.size()))
                    .pipeInput(new TestRecord<>(key, value, new RecordHeaders(), time));
        }
    }

    private KTable<String, String> table(String topic) {
        inputs.add(topic);
        return random.nextInt(4) == 0
                ? builder.<String, String>stream(topic).toTable(kept())
                : builder.table(topic, kept());
    }

    private KTable<String, String> changed(KTable<String, String> table) {
        return switch (random.nextInt(8)) {
            case 7 -> table.mapValues(value -> value + "w", Materialized.with(Serdes.String(), Serdes.String()));
            case 0 -> table.filter((key, value) -> value.hashCode() % 3 != 0);
            case 1 -> table.filter((key, value) -> value.hashCode() % 3 != 0, kept());
            case 2 -> table.mapValues((key, value) -> value.hashCode() % 5 == 0 ? null : value + "m");
            case 3 -> table.mapValues((key, value) -> value.hashCode() % 5 == 0 ? null : value + "s", kept());
            case 4 -> table.filterNot((key, value) -> value.endsWith("1")).mapValues(value -> value + "n");
            default -> table;
        };
    }

    private KTable<String, String> result(KTable<String, String> left, KTable<String, String> right) {
        return switch (random.nextInt(7)) {
            case 0 -> left.join(right, DriverVersions::both);
            case 1 -> left.leftJoin(right, DriverVersions::both);
            case 2 -> left.outerJoin(right, DriverVersions::both);
            case 3 -> left.join(right, DriverVersions::both, kept());
            case 4 -> left.join(right, (String value) -> value.substring(0, 2), DriverVersions::both);
            case 5 -> left.leftJoin(right, (String value) -> value.substring(0, 2), DriverVersions::both, kept());
            default -> changed(left);
        };
    }

    private KTable<String, String> grouped(KTable<String, String> table) {
        return table.groupBy(
                        (key, value) -> KeyValue.pair(value.substring(0, 2), value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .reduce((sum, value) -> sum + "+" + value, (sum, value) -> sum + "-" + value, kept());
    }

    private static String both(String left, String right) {
        String both = left + "&" + right;
        return both.substring(0, Math.min(both.length(), 40));
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        String name = "store" + stores++;
        if (random.nextInt(3) == 0) {
            return Materialized.as(name);
        }
        versioned.add(name);
        Duration history = Duration.ofMillis(random.nextInt(3) * 200L);
        return Materialized.as(
                random.nextBoolean()
                        ? Stores.persistentVersionedKeyValueStore(name, history)
                        : Stores.persistentVersionedKeyValueStore(name, history, Duration.ofMillis(50)));
    }

    // ---- stores of processors, and what is refused

    private static final class Putter extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            VersionedKeyValueStore<String, String> store = context().getStateStore("versions");
            String before = "" + store.get(record.key(), record.timestamp());
            Object done = record.value() == null
                    ? store.delete(record.key(), record.timestamp())
                    : (Object) store.put(record.key(), record.value(), record.timestamp());
            context().forward(record.withValue(before + " " + done + " " + store.get(record.key())));
        }
    }

    private static void processor(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("versions", Duration.ofMillis(100)),
                Serdes.String(),
                Serdes.String()));
        builder.<String, String>stream("in").process(Putter::new, "versions").to("out");
        Topology topology = builder.build();
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "one", 1_000);
            in.pipeInput("a", "two", 1_050);
            in.pipeInput("a", "between", 1_020);
            in.pipeInput("a", null, 1_030);
            in.pipeInput("b", "late", 949);
            in.pipeInput("b", "not late", 950);
            in.pipeInput("b", null, 2_000);
            in.pipeInput("a", "three", 2_000);
            notes.read(driver, "out");
            notes.read(driver, "app-versions-changelog");
            rows(notes, driver.getVersionedKeyValueStore("versions"));
            notes.say("as another: " + driver.getKeyValueStore("versions") + driver.getWindowStore("versions"));
            notes.ask("as any", () -> driver.getStateStore("versions"));
            notes.ask("no name", () -> driver.getVersionedKeyValueStore("none"));
        }
    }

    /** Supplies versioned stores for all operators with keys and values. */
    public static final class VersionedSuppliers implements DslStoreSuppliers {
        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.persistentVersionedKeyValueStore(params.name(), Duration.ofMillis(100));
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            throw new UnsupportedOperationException("no windows here");
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            throw new UnsupportedOperationException("no sessions here");
        }
    }

    private static void supplied(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept = Materialized.as("kept");
        KTable<String, String> table = builder.table("in", kept.withStoreType(new VersionedSuppliers()));
        table.toStream().to("out");
        table.filter((key, value) -> !value.equals("one")).toStream().to("filtered");
        builder.<String, String>stream("stream")
                .join(table, (value, row) -> value + row)
                .to("joined");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "one", 1_000);
            in.pipeInput("a", "two", 1_050);
            in.pipeInput("a", "between", 1_020);
            in.pipeInput("a", "late", 900);
            DriverSetup.input(driver, "stream").pipeInput("a", "asked ", 1_030);
            notes.read(driver, "out");
            notes.read(driver, "filtered");
            notes.read(driver, "joined");
            notes.read(driver, "app-kept-changelog");
            rows(notes, driver.getVersionedKeyValueStore("kept"));
        }
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> versions(String name) {
        return Materialized.as(Stores.persistentVersionedKeyValueStore(name, Duration.ofMillis(100)));
    }

    private static void refused(DriverNotes notes) {
        Suppressed<String> waiting = Suppressed.untilTimeLimit(Duration.ofMillis(1), BufferConfig.unbounded());
        notes.ask(
                "suppressed",
                () -> new StreamsBuilder().table("in", versions("a")).suppress(waiting));
        notes.ask("suppressed where it is built", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.table("in", versions("a")).mapValues(value -> value).suppress(waiting);
            notes.say("not yet");
            return builder.build();
        });
        notes.ask("suppressed after a plain store", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.table("in", versions("a"))
                    .mapValues(value -> value, Materialized.as("plain"))
                    .suppress(waiting);
            return builder.build().describe();
        });
        notes.ask("suppressed beside a global table without a name", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.globalTable("global", Materialized.with(Serdes.String(), Serdes.String()));
            builder.table("in", versions("a")).mapValues(value -> value).suppress(waiting);
            return builder.build();
        });
        notes.ask("global", () -> new StreamsBuilder().globalTable("in", versions("a")));
        notes.ask(
                "cached",
                () -> Stores.versionedKeyValueStoreBuilder(
                                Stores.persistentVersionedKeyValueStore("a", Duration.ZERO),
                                Serdes.String(),
                                Serdes.String())
                        .withCachingEnabled());
        notes.ask("no name", () -> Stores.persistentVersionedKeyValueStore(null, Duration.ZERO));
        notes.ask("no history", () -> Stores.persistentVersionedKeyValueStore("a", null));
        notes.ask("less than none", () -> Stores.persistentVersionedKeyValueStore("a", Duration.ofMillis(-1)));
        notes.ask("no segment", () -> Stores.persistentVersionedKeyValueStore("a", Duration.ZERO, Duration.ZERO));
        notes.ask("no supplier", () -> Stores.versionedKeyValueStoreBuilder(null, null, null));
    }
}
