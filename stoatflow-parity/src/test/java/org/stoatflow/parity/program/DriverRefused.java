package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.To;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.WindowStore;

/** What a processor asks of a store or a context that cannot be: nulls, and times before 1970. */
final class DriverRefused {
    private static final Duration RETENTION = Duration.ofMinutes(4);
    private static final Duration SIZE = Duration.ofSeconds(10);

    private DriverRefused() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (boolean memory : new boolean[] {true, false}) {
            for (boolean logged : new boolean[] {true, false}) {
                String kind = (memory ? "in memory" : "on disk") + (logged ? "" : ", without a changelog");
                programs.put("refused: a row with a time, " + kind, notes -> timestamped(notes, memory, logged));
                programs.put("refused: a window with a time, " + kind, notes -> timedWindow(notes, memory, logged));
                programs.put("refused: a window, " + kind, notes -> window(notes, memory, logged));
                programs.put("refused: a session, " + kind, notes -> session(notes, memory, logged));
            }
        }
        programs.put("refused: a row with a time, cached", DriverRefused::cached);
        programs.put("refused: a row with headers", DriverRefused::withHeaders);
        programs.put("refused: a version", DriverRefused::version);
        programs.put("refused: what a context is asked", DriverRefused::context);
        programs.put("refused: topics of a sink", DriverRefused::sinks);
    }

    /** What a processor does for each record. */
    interface Use {
        void use(ProcessorContext<String, String> context, Record<String, String> record);
    }

    private static void drive(DriverNotes notes, StoreBuilder<?> store, Use use) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(store);
        builder.<String, String>stream("in").process(processor(use), "s").to("out");
        drive(notes, builder.build());
    }

    private static void drive(DriverNotes notes, Topology topology) {
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            notes.ask("first", () -> {
                in.pipeInput("a", "1", 100);
                return "piped";
            });
            notes.ask("second", () -> {
                in.pipeInput("b", "2", 200);
                return "piped";
            });
            notes.topics(driver);
        }
    }

    private static ProcessorSupplier<String, String, String, String> processor(Use use) {
        return () -> new ContextualProcessor<String, String, String, String>() {
            @Override
            public void process(Record<String, String> record) {
                use.use(context(), record);
            }
        };
    }

    private static <S extends StateStore> StoreBuilder<S> logged(StoreBuilder<S> store, boolean logged) {
        return logged ? store : store.withLoggingDisabled();
    }

    private static void timestamped(DriverNotes notes, boolean memory, boolean logged) {
        StoreBuilder<?> store = logged(
                Stores.timestampedKeyValueStoreBuilder(
                        memory ? Stores.inMemoryKeyValueStore("s") : Stores.persistentTimestampedKeyValueStore("s"),
                        Serdes.String(),
                        Serdes.String()),
                logged);
        drive(notes, store, (context, record) -> use(notes, context.getStateStore("s"), record));
    }

    private static void cached(DriverNotes notes) {
        StoreBuilder<?> store = Stores.timestampedKeyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String())
                .withCachingEnabled();
        drive(notes, store, (context, record) -> {
            TimestampedKeyValueStore<String, String> rows = context.getStateStore("s");
            notes.ask("put", () -> {
                rows.put(record.key(), ValueAndTimestamp.make(record.value(), -1));
                return rows.get(record.key());
            });
        });
    }

    private static void use(
            DriverNotes notes, TimestampedKeyValueStore<String, String> store, Record<String, String> record) {
        notes.ask("put", () -> {
            store.put(record.key(), ValueAndTimestamp.make(record.value(), -1));
            return store.get(record.key());
        });
        notes.ask("put far", () -> {
            store.put("far", ValueAndTimestamp.make(record.value(), Long.MIN_VALUE));
            return store.get("far");
        });
        notes.ask("put if absent", () -> store.putIfAbsent("c", ValueAndTimestamp.make("3", -7)));
        notes.ask("put nothing", () -> {
            store.put("d", null);
            return store.get("d");
        });
        notes.ask("put under null", () -> {
            store.put(null, ValueAndTimestamp.make("x", 1));
            return "put";
        });
        notes.ask("get null", () -> store.get(null));
        notes.ask("delete null", () -> store.delete(null));
        notes.ask("put all of null", () -> {
            store.putAll(null);
            return "put";
        });
    }

    private static void withHeaders(DriverNotes notes) {
        StoreBuilder<TimestampedKeyValueStoreWithHeaders<String, String>> store =
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String());
        drive(notes, store, (context, record) -> {
            TimestampedKeyValueStoreWithHeaders<String, String> rows = context.getStateStore("s");
            notes.ask("put", () -> {
                rows.put(record.key(), ValueTimestampHeaders.make("1", -1, new RecordHeaders()));
                return rows.get(record.key());
            });
        });
    }

    private static void version(DriverNotes notes) {
        StoreBuilder<VersionedKeyValueStore<String, String>> store = Stores.versionedKeyValueStoreBuilder(
                Stores.persistentVersionedKeyValueStore("s", RETENTION), Serdes.String(), Serdes.String());
        drive(notes, store, (context, record) -> {
            VersionedKeyValueStore<String, String> rows = context.getStateStore("s");
            notes.ask("put", () -> rows.put(record.key(), record.value(), -1));
            notes.ask("get", () -> rows.get(record.key()));
            notes.ask("put nothing", () -> rows.put(record.key(), null, -1));
            notes.ask("delete", () -> rows.delete(record.key(), -5));
            notes.ask("get as of", () -> rows.get(record.key(), -1));
            notes.ask("put under null", () -> rows.put(null, "x", 1));
            notes.ask("get null", () -> rows.get(null));
            notes.ask("get null as of", () -> rows.get(null, 1));
        });
    }

    private static void timedWindow(DriverNotes notes, boolean memory, boolean logged) {
        StoreBuilder<TimestampedWindowStore<String, String>> store = logged(
                Stores.timestampedWindowStoreBuilder(
                        memory
                                ? Stores.inMemoryWindowStore("s", RETENTION, SIZE, false)
                                : Stores.persistentTimestampedWindowStore("s", RETENTION, SIZE, false),
                        Serdes.String(),
                        Serdes.String()),
                logged);
        drive(notes, store, (context, record) -> {
            TimestampedWindowStore<String, String> windows = context.getStateStore("s");
            notes.ask("put", () -> {
                windows.put(record.key(), ValueAndTimestamp.make(record.value(), -1), 10);
                return windows.fetch(record.key(), 10);
            });
        });
    }

    private static void window(DriverNotes notes, boolean memory, boolean logged) {
        StoreBuilder<WindowStore<String, String>> store = logged(
                Stores.windowStoreBuilder(
                        memory
                                ? Stores.inMemoryWindowStore("s", RETENTION, SIZE, false)
                                : Stores.persistentWindowStore("s", RETENTION, SIZE, false),
                        Serdes.String(),
                        Serdes.String()),
                logged);
        drive(notes, store, (context, record) -> {
            WindowStore<String, String> windows = context.getStateStore("s");
            notes.ask("put under null", () -> {
                windows.put(null, "x", 1);
                return "put";
            });
            notes.ask("fetch null", () -> windows.fetch(null, 1));
        });
    }

    private static void session(DriverNotes notes, boolean memory, boolean logged) {
        StoreBuilder<SessionStore<String, String>> store = logged(
                Stores.sessionStoreBuilder(
                        memory
                                ? Stores.inMemorySessionStore("s", RETENTION)
                                : Stores.persistentSessionStore("s", RETENTION),
                        Serdes.String(),
                        Serdes.String()),
                logged);
        drive(notes, store, (context, record) -> {
            SessionStore<String, String> sessions = context.getStateStore("s");
            notes.ask("put", () -> {
                sessions.put(new Windowed<>(record.key(), new SessionWindow(-5, -1)), record.value());
                return "put";
            });
            notes.ask("put null", () -> {
                sessions.put(null, "x");
                return "put";
            });
            notes.ask("put under null", () -> {
                sessions.put(new Windowed<>(null, new SessionWindow(1, 2)), "x");
                return "put";
            });
            notes.ask("remove null", () -> {
                sessions.remove(null);
                return "removed";
            });
            notes.ask("fetch null", () -> sessions.fetch(null));
        });
    }

    private static void context(DriverNotes notes) {
        StoreBuilder<KeyValueStore<String, String>> store =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String());
        drive(notes, store, (context, record) -> {
            notes.ask("forward null", () -> {
                context.forward(null);
                return "forwarded";
            });
            notes.ask("forward null to a child", () -> {
                context.forward(null, "nobody");
                return "forwarded";
            });
            notes.ask("forward to nobody", () -> {
                context.forward(record, "nobody");
                return "forwarded";
            });
            notes.ask("forward to null", () -> {
                context.forward(record, null);
                return "forwarded";
            });
            notes.ask("record before 1970", () -> record.withTimestamp(-1));
            notes.ask("new record before 1970", () -> new Record<>("a", "b", -1));
            notes.ask("to before 1970", () -> To.all().withTimestamp(-1));
            notes.ask("store null", () -> context.getStateStore(null));
            notes.ask("store of nobody", () -> context.getStateStore("nothing"));
            notes.ask("schedule null", () -> context.schedule(null, PunctuationType.STREAM_TIME, time -> {}));
            notes.ask("schedule never", () -> context.schedule(Duration.ZERO, PunctuationType.STREAM_TIME, time -> {}));
            notes.ask(
                    "schedule before",
                    () -> context.schedule(Duration.ofMillis(-1), PunctuationType.WALL_CLOCK_TIME, time -> {}));
            notes.ask("schedule of no type", () -> context.schedule(SIZE, null, time -> {}) == null);
            notes.ask("schedule nothing", () -> context.schedule(SIZE, PunctuationType.WALL_CLOCK_TIME, null) == null);
            notes.ask("plain put under null", () -> {
                KeyValueStore<String, String> rows = context.getStateStore("s");
                rows.put(null, "x");
                return "put";
            });
            notes.ask("plain range to null", () -> {
                KeyValueStore<String, String> rows = context.getStateStore("s");
                rows.range("a", null).close();
                return "ranged";
            });
        });
    }

    private static void sinks(DriverNotes notes) {
        notes.say("topic null");
        sink(notes, builder -> builder.<String, String>stream("in").to((key, value, context) -> null));
        notes.say("topic empty");
        sink(notes, builder -> builder.<String, String>stream("in").to((key, value, context) -> ""));
        notes.say("partitioner of null");
        sink(
                notes,
                builder ->
                        builder.<String, String>stream("in").to("out", Produced.streamPartitioner(new Chosen(null))));
        notes.say("partitioner of none");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .to("out", Produced.streamPartitioner(new Chosen(Optional.of(Set.of())))));
        notes.say("partitioner of less than none");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .to("out", Produced.streamPartitioner(new Chosen(Optional.of(Set.of(-1))))));
        notes.say("key selector of null, repartitioned");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .selectKey((key, value) -> null)
                        .repartition()
                        .to("out"));
        notes.say("mapper of null");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .map((key, value) -> null)
                        .to("out"));
        notes.say("flat mapper of null");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .flatMap((key, value) -> null)
                        .to("out"));
        notes.say("flat mapper of values of null");
        sink(
                notes,
                builder -> builder.<String, String>stream("in")
                        .flatMapValues(value -> null)
                        .to("out"));
        notes.say("processor of null");
        notes.ask("built", () -> {
            sink(
                    notes,
                    builder -> builder.<String, String>stream("in")
                            .process((ProcessorSupplier<String, String, String, String>) () -> null));
            return "built";
        });
        notes.say("no serdes");
        noSerdes(notes);
    }

    private static void sink(DriverNotes notes, Consumer<StreamsBuilder> program) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        drive(notes, builder.build());
    }

    private static void noSerdes(DriverNotes notes) {
        Properties config = DriverSetup.config();
        config.remove(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG);
        config.remove(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG);
        Topology topology = new Topology()
                .addSource(
                        "source",
                        Serdes.String().deserializer(),
                        Serdes.String().deserializer(),
                        "in")
                .addSink("sink", "out", "source");
        notes.ask("driver", () -> {
            try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
                DriverSetup.input(driver, "in").pipeInput("a", "b");
                return "piped";
            }
        });
    }

    /** Chooses the same for each record. */
    private record Chosen(Optional<Set<Integer>> partitions) implements StreamPartitioner<String, String> {
        @Deprecated
        @Override
        public Optional<Set<Integer>> partitions(String topic, String key, String value, int numPartitions) {
            return partitions;
        }
    }
}
