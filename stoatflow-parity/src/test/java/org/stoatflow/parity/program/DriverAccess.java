package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.WindowStore;

/** Which method of a driver gives a store of which kind. */
final class DriverAccess {
    private static final Map<String, BiFunction<TopologyTestDriver, String, StateStore>> METHODS =
            new LinkedHashMap<>();
    private static final Map<String, Consumer<StreamsBuilder>> KINDS = new LinkedHashMap<>();

    /** Operators with stores that have timestamps and headers in Kafka Streams, and none here. */
    private static final Map<String, Consumer<StreamsBuilder>> JOINS = new LinkedHashMap<>();

    private static final List<Class<?>> TYPES = List.of(
            KeyValueStore.class,
            TimestampedKeyValueStore.class,
            TimestampedKeyValueStoreWithHeaders.class,
            VersionedKeyValueStore.class,
            WindowStore.class,
            TimestampedWindowStore.class,
            TimestampedWindowStoreWithHeaders.class,
            SessionStore.class,
            SessionStoreWithHeaders.class);

    static {
        METHODS.put("getStateStore", TopologyTestDriver::getStateStore);
        METHODS.put("getKeyValueStore", TopologyTestDriver::getKeyValueStore);
        METHODS.put("getTimestampedKeyValueStore", TopologyTestDriver::getTimestampedKeyValueStore);
        METHODS.put(
                "getTimestampedKeyValueStoreWithHeaders", TopologyTestDriver::getTimestampedKeyValueStoreWithHeaders);
        METHODS.put("getVersionedKeyValueStore", TopologyTestDriver::getVersionedKeyValueStore);
        METHODS.put("getWindowStore", TopologyTestDriver::getWindowStore);
        METHODS.put("getTimestampedWindowStore", TopologyTestDriver::getTimestampedWindowStore);
        METHODS.put("getTimestampedWindowStoreWithHeaders", TopologyTestDriver::getTimestampedWindowStoreWithHeaders);
        METHODS.put("getSessionStore", TopologyTestDriver::getSessionStore);
        METHODS.put("getSessionStoreWithHeaders", TopologyTestDriver::getSessionStoreWithHeaders);
        declared();
        ofOperators();
        ofJoins();
    }

    private DriverAccess() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        KINDS.forEach((kind, made) -> {
            programs.put("all methods for " + kind, notes -> all(notes, made, "default", true));
            programs.put("all methods for " + kind + ", with headers", notes -> all(notes, made, "headers", true));
        });
        JOINS.forEach((kind, made) ->
                programs.put("methods for " + kind + ", without times", notes -> all(notes, made, "default", false)));
    }

    private static void all(DriverNotes notes, Consumer<StreamsBuilder> made, String format, boolean timed) {
        StreamsBuilder builder = new StreamsBuilder();
        made.accept(builder);
        Properties config = DriverSetup.config("dsl.store.format", format);
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(config), config)) {
            Map<String, StateStore> stores = new TreeMap<>(driver.getAllStateStores());
            stores.forEach((name, store) -> {
                notes.say(name + " " + (timed ? types(store) : "" + store.persistent()));
                METHODS.forEach((method, get) -> {
                    if (timed || !method.contains("Timestamped")) {
                        notes.ask(
                                name + " by " + method,
                                () -> timed ? types(get.apply(driver, name)) : "" + (get.apply(driver, name) == null));
                    }
                });
            });
        }
    }

    private static String types(StateStore store) {
        if (store == null) {
            return "null";
        }
        List<String> types = new ArrayList<>();
        TYPES.stream().filter(type -> type.isInstance(store)).forEach(type -> types.add(type.getSimpleName()));
        return types + " " + store.isOpen() + " " + store.persistent() + " " + store.name();
    }

    // ---- kinds

    private static void declared() {
        KINDS.put("a store", builder -> used(builder, plain("s")));
        KINDS.put("a store that nothing uses", builder -> builder.addStateStore(plain("s")));
        KINDS.put("two stores, of which one is used", builder -> {
            builder.addStateStore(plain("lonely"));
            used(builder, plain("s"));
        });
        KINDS.put(
                "a store with timestamps",
                builder -> used(
                        builder,
                        Stores.timestampedKeyValueStoreBuilder(
                                Stores.persistentTimestampedKeyValueStore("s"), Serdes.String(), Serdes.String())));
        KINDS.put(
                "a store with timestamps over a plain one",
                builder -> used(
                        builder,
                        Stores.timestampedKeyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String())));
        KINDS.put(
                "a store with timestamps and headers",
                builder -> used(
                        builder,
                        Stores.timestampedKeyValueStoreWithHeadersBuilder(
                                Stores.persistentTimestampedKeyValueStoreWithHeaders("s"),
                                Serdes.String(),
                                Serdes.String())));
        declaredByTime();
        KINDS.put("a user's store", builder -> used(builder, new OwnStores("s", told -> {})));
    }

    private static void declaredByTime() {
        KINDS.put(
                "a versioned store",
                builder -> used(
                        builder,
                        Stores.versionedKeyValueStoreBuilder(
                                Stores.persistentVersionedKeyValueStore("s", Duration.ofMillis(100)),
                                Serdes.String(),
                                Serdes.String())));
        KINDS.put(
                "a window store",
                builder -> used(
                        builder,
                        Stores.windowStoreBuilder(
                                Stores.inMemoryWindowStore("s", Duration.ofMillis(100), Duration.ofMillis(10), false),
                                Serdes.String(),
                                Serdes.String())));
        KINDS.put(
                "a window store with timestamps",
                builder -> used(
                        builder,
                        Stores.timestampedWindowStoreBuilder(
                                Stores.persistentTimestampedWindowStore(
                                        "s", Duration.ofMillis(100), Duration.ofMillis(10), false),
                                Serdes.String(),
                                Serdes.String())));
        KINDS.put(
                "a session store",
                builder -> used(
                        builder,
                        Stores.sessionStoreBuilder(
                                Stores.inMemorySessionStore("s", Duration.ofMillis(100)),
                                Serdes.String(),
                                Serdes.String())));
    }

    private static StoreBuilder<KeyValueStore<String, String>> plain(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
    }

    private static void used(StreamsBuilder builder, StoreBuilder<?> store) {
        builder.addStateStore(store);
        builder.<String, String>stream("in").process(() -> new Nothing(), store.name());
    }

    private static final class Nothing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {}
    }

    private static void ofOperators() {
        KINDS.put("a table", builder -> builder.table("in", Materialized.as("s")));
        KINDS.put("a global table", builder -> builder.globalTable("in", Materialized.as("s")));
        KINDS.put(
                "a versioned table",
                builder -> builder.table(
                        "in",
                        Materialized.<String, String>as(
                                Stores.persistentVersionedKeyValueStore("s", Duration.ofMillis(100)))));
        KINDS.put("counts", builder -> grouped(builder).count(Materialized.as("s")));
        KINDS.put(
                "counts of windows",
                builder -> grouped(builder)
                        .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                        .count(Materialized.as("s")));
        KINDS.put(
                "counts of sliding windows",
                builder -> grouped(builder)
                        .windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
                        .count(Materialized.as("s")));
        KINDS.put(
                "counts of sessions",
                builder -> grouped(builder)
                        .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
                        .count(Materialized.as("s")));
        KINDS.put(
                "updates that wait",
                builder -> grouped(builder)
                        .count(Materialized.as("s"))
                        .suppress(Suppressed.<String>untilTimeLimit(
                                        Duration.ofMillis(10), Suppressed.BufferConfig.unbounded())
                                .withName("wait")));
    }

    private static org.stoatflow.streams.kstream.KGroupedStream<String, String> grouped(StreamsBuilder builder) {
        return builder.<String, String>stream("in").groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
    }

    private static void ofJoins() {
        BiConsumer<String, BiFunction<KStream<String, String>, KStream<String, String>, KStream<String, String>>> put =
                (kind, join) -> JOINS.put(
                        kind,
                        builder -> join.apply(builder.stream("in"), builder.stream("more"))
                                .to("out"));
        JoinWindows near = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));
        put.accept(
                "a join of streams", (left, right) -> left.join(right, (one, other) -> one + other, near, named("j")));
        put.accept(
                "a left join of streams",
                (left, right) -> left.leftJoin(right, (one, other) -> one + other, near, named("j")));
        put.accept(
                "an outer join of streams",
                (left, right) -> left.outerJoin(right, (one, other) -> one + other, near, named("j")));
        put.accept(
                "an outer join of streams in memory",
                (left, right) -> left.outerJoin(
                        right,
                        (one, other) -> one + other,
                        near,
                        named("j").withThisStoreSupplier(memory("one")).withOtherStoreSupplier(memory("other"))));
        JOINS.put("a join of tables by foreign key", builder -> {
            KTable<String, String> left = builder.table("in", Materialized.as("left"));
            KTable<String, String> right = builder.table("more", Materialized.as("right"));
            left.join(right, value -> value, (one, other) -> one + other, Materialized.as("s"));
        });
        KINDS.put("a join with a versioned table and grace", builder -> {
            KTable<String, String> table = builder.table(
                    "more",
                    Materialized.<String, String>as(
                            Stores.persistentVersionedKeyValueStore("s", Duration.ofMillis(100))));
            builder.<String, String>stream("in")
                    .join(
                            table,
                            (one, other) -> one + other,
                            Joined.<String, String, String>as("j").withGracePeriod(Duration.ofMillis(10)))
                    .to("out");
        });
    }

    private static StreamJoined<String, String, String> named(String name) {
        return StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
                .withStoreName(name);
    }

    private static org.stoatflow.streams.state.WindowBytesStoreSupplier memory(String name) {
        return Stores.inMemoryWindowStore(name, Duration.ofMillis(20), Duration.ofMillis(20), true);
    }
}
