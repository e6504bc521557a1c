package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.parity.Cluster;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Global tables, global stores and read-only stores: loaded, followed, and loaded again after a restart. */
final class GlobalRows {
    private static final int KEYS = 6;

    private GlobalRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean memory : List.of(false, true)) {
            String kind = memory ? " in memory" : " on disk";
            KeyValueBytesStoreSupplier plain =
                    memory ? Stores.inMemoryKeyValueStore("kept") : Stores.persistentKeyValueStore("kept");
            rows.add(restarted("join with a global table" + kind, at -> joined(at, table(memory))));
            rows.add(restarted("read a global store" + kind, at -> processed(at, words(plain))));
        }
        rows.add(restarted("join with a global table, exactly once", at -> joined(at, table(false)))
                .exactlyOnce());
        rows.add(restarted("join with a global table of a user's store", at -> joined(at, users())));
        rows.add(restarted("read a global store of a user's supplier", at -> processed(at, words(users()))));
        rows.add(restarted("read a user's own global store", at -> processed(at, new OwnWords("kept", told -> {}))));
        rows.add(Row.script("read a read-only store before and after restarts", GlobalRows::readOnly));
        return rows;
    }

    // ---- global tables

    private interface Program {
        Topology topology(Scene at);
    }

    private static Row restarted(String name, Program program) {
        return Row.script(name + " before and after a restart", at -> twice(at, program));
    }

    private static KeyValueBytesStoreSupplier table(boolean memory) {
        return memory ? Stores.inMemoryKeyValueStore("kept") : Stores.persistentTimestampedKeyValueStore("kept");
    }

    private static KeyValueBytesStoreSupplier users() {
        return TreeStore.supplier("kept", false, told -> {});
    }

    private static StoreBuilder<KeyValueStore<String, String>> words(KeyValueBytesStoreSupplier supplier) {
        return Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.String());
    }

    private static Topology joined(Scene at, KeyValueBytesStoreSupplier supplier) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> world = builder.globalTable(at.topic("world"), Materialized.as(supplier));
        KStream<String, String> in = builder.stream(at.in());
        in.join(world, (key, value) -> key, (value, of) -> value + "+" + of).to(at.out());
        in.leftJoin(world, (key, value) -> "k" + value.length() % KEYS, (value, of) -> value + "?" + of)
                .to(at.out());
        return builder.build(at.config());
    }

    private static Topology processed(Scene at, StoreBuilder<KeyValueStore<String, String>> store) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(store, at.topic("world"), Consumed.with(Serdes.String(), Serdes.String()), Upper::new);
        builder.<String, String>stream(at.in()).process(Looking::new).to(at.out());
        return builder.build(at.config());
    }

    /** Keeps values in upper case. */
    static final class Upper extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> rows = context().getStateStore("kept");
            if (record.key() != null) { // such records come, but not while the topic is loaded
                rows.put(
                        record.key(),
                        record.value() == null ? null : record.value().toUpperCase(Locale.ROOT));
            }
        }
    }

    /** Looks the key up in the store, and forwards what it finds. */
    private static final class Looking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            ReadOnlyKeyValueStore<String, String> rows = context().getStateStore("kept");
            String found = record.key() == null ? "no key" : rows.get(record.key());
            context().forward(record.withValue(record.value() + "+" + found));
        }
    }

    /** Each phase changes the global topic first, waits until the change is there, and then sends the stream. */
    private static void twice(Scene at, Program program) {
        at.create("in", 2);
        at.createOutput("out", 2, Map.of());
        at.createOutput("world", 3, Map.of());
        world(at, 0);
        KafkaStreams app = at.started(program.topology(at));
        in(at, app, 0);
        world(at, 1);
        awaitWorld(at, app, 1);
        in(at, app, 1);
        rows(at, app);
        at.close(app);
        world(at, 2);
        app = at.started(program.topology(at));
        in(at, app, 2);
        rows(at, app);
        at.close(app);
    }

    /** New values for some keys; one loses its value, and the last one says which phase it is. */
    static void world(Scene at, int phase) {
        for (int i = 0; i < KEYS; i++) {
            if (i % 3 == phase || phase == 0) {
                boolean gone = i == 2 && phase == 2;
                at.send("world", i % 3, Feeds.BEGIN + phase, "k" + i, gone ? null : "world" + phase);
            }
        }
        at.send("world", 1, Feeds.BEGIN + phase, null, "nobody");
        for (int partition = 0; partition < 3; partition++) {
            at.send("world", partition, Feeds.BEGIN, "phase" + partition, "phase" + phase);
        }
        at.flush();
    }

    static void awaitWorld(Scene at, KafkaStreams app, int phase) {
        Cluster.await(
                () -> {
                    for (int partition = 0; partition < 3; partition++) {
                        String value = String.valueOf(store(app).get("phase" + partition));
                        if (!value.toLowerCase(Locale.ROOT).equals("phase" + phase)) {
                            return false;
                        }
                    }
                    return true;
                },
                () -> at.place + " does not have the global topic, " + app.state());
    }

    private static void in(Scene at, KafkaStreams app, int phase) {
        for (int i = 0; i < 2 * KEYS; i++) {
            String key = i == 7 ? null : "k" + i % KEYS;
            at.send("in", i % 2, Feeds.BEGIN + phase * 1000L + i, key, "v" + phase + "-" + i);
        }
        at.flush();
        at.awaitCommitted(app);
    }

    static ReadOnlyKeyValueStore<String, Object> store(KafkaStreams app) {
        return app.store(StoreQueryParameters.fromNameAndType("kept", QueryableStoreTypes.keyValueStore()));
    }

    static void rows(Scene at, KafkaStreams app) {
        for (int i = 0; i < KEYS; i++) {
            at.note("row k" + i, store(app).get("k" + i));
        }
        at.note("rows", QueryRows.sorted(store(app).all()));
    }

    // ---- read-only stores

    private static Topology lookup(Scene at) {
        return new Topology()
                .addReadOnlyStateStore(
                        Stores.timestampedKeyValueStoreBuilder(
                                        Stores.persistentTimestampedKeyValueStore("kept"),
                                        Serdes.String(),
                                        Serdes.String())
                                .withLoggingDisabled(),
                        "rows",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        at.topic("more"),
                        "keeps",
                        Keeping::new)
                .addSource("source", new StringDeserializer(), new StringDeserializer(), at.in())
                .addProcessor("looks", Finding::new, "source")
                .connectProcessorAndStateStores("looks", "kept")
                .addSink(
                        "sink",
                        at.out(),
                        Serdes.String().serializer(),
                        Serdes.String().serializer(),
                        "looks");
    }

    private static final class Keeping extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, ValueAndTimestamp<String>> rows = context().getStateStore("kept");
            rows.put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
        }
    }

    private static final class Finding extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> rows =
                    context().getStateStore("kept");
            context().forward(record.withValue(record.value() + "+" + Objects.toString(rows.get(record.key()))));
        }
    }

    /** The second start has its state, the third one restores it from the topic. */
    private static void readOnly(Scene at) {
        at.create("in", 2);
        at.create("more", 2);
        at.createOutput("out", 2, Map.of());
        for (int phase = 0; phase < 3; phase++) {
            KafkaStreams app = at.made(lookup(at));
            if (phase == 2) {
                app.cleanUp();
            }
            app.start();
            for (int i = phase; i < KEYS; i++) {
                at.send("more", i % 2, Feeds.BEGIN + phase, "k" + i, "row" + phase);
            }
            at.flush();
            at.awaitCommitted(app);
            for (int i = 0; i <= KEYS; i++) {
                at.send("in", i % 2, Feeds.BEGIN + 1000, "k" + i, "v" + phase);
            }
            at.flush();
            at.awaitCommitted(app);
            at.close(app);
        }
    }
}
