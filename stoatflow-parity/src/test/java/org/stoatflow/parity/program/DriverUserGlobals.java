package org.stoatflow.parity.program;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Global stores that the user has written. */
final class DriverUserGlobals {
    private DriverUserGlobals() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (boolean persistent : new boolean[] {false, true}) {
            String where = persistent ? ", which says it is persistent" : "";
            programs.put("a user's supplier of a global table" + where, notes -> table(notes, persistent));
            programs.put(
                    "a user's supplier of a global store" + where,
                    notes -> store(
                            notes,
                            Stores.keyValueStoreBuilder(
                                    TreeStore.supplier("kept", persistent, notes::say),
                                    Serdes.String(),
                                    Serdes.String())));
        }
        programs.put("a user's own global store", notes -> store(notes, new OwnWords("kept", notes::say)));
    }

    private static void table(DriverNotes notes, boolean persistent) {
        StreamsBuilder builder = new StreamsBuilder();
        GlobalKTable<String, String> world =
                builder.globalTable("global", Materialized.as(TreeStore.supplier("kept", persistent, notes::say)));
        builder.<String, String>stream("in")
                .leftJoin(world, (key, value) -> key, (value, of) -> value + "+" + of)
                .to("out");
        pipe(notes, builder);
    }

    private static void store(DriverNotes notes, StoreBuilder<KeyValueStore<String, String>> store) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(store, "global", Consumed.with(Serdes.String(), Serdes.String()), Twice::new);
        builder.<String, String>stream("in").process(Looking::new).to("out");
        pipe(notes, builder);
    }

    /** Keeps each value, and what was there before it. */
    private static final class Twice extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> rows = context().getStateStore("kept");
            rows.put("before " + record.key(), rows.get(record.key()));
            rows.put(record.key(), record.value());
        }
    }

    private static final class Looking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> rows = context().getStateStore("kept");
            context()
                    .forward(record.withValue(
                            record.value() + "+" + rows.get(record.key()) + "+" + rows.get("before " + record.key())));
        }
    }

    private static void pipe(DriverNotes notes, StreamsBuilder builder) {
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> global = DriverSetup.input(driver, "global");
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "1");
            global.pipeInput("a", "x");
            in.pipeInput("a", "2");
            global.pipeInput("a", "y");
            global.pipeInput("b", "z");
            in.pipeInput("a", "3");
            in.pipeInput("b", "4");
            global.pipeInput("a", (String) null);
            in.pipeInput("a", "5");
            notes.read(driver, "out");
            notes.topics(driver);
        }
    }
}
