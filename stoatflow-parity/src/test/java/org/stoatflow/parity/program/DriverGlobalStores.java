package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Global stores and read-only stores with processors of the user's. */
final class DriverGlobalStores {
    private DriverGlobalStores() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a global store", DriverGlobalStores::store);
        programs.put("a global store of nodes", DriverGlobalStores::ofNodes);
        programs.put("a processor of a global store fails", notes -> fails(notes, DriverSetup.config()));
        programs.put(
                "a processor of a global store fails, and a handler for others goes on",
                notes -> fails(notes, handling(false)));
        programs.put(
                "a processor of a global store fails, and the handler goes on", notes -> fails(notes, handling(true)));
        programs.put("what a processor of a global store can do", DriverGlobalStores::asks);
        programs.put("what others can do with a global store", DriverGlobalStores::othersAsk);
        programs.put("a read-only store", DriverGlobalStores::readOnly);
    }

    @SuppressWarnings("deprecation") // the handler is asked where the key says so
    private static Properties handling(boolean global) {
        Properties config = DriverSetup.config(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG, global);
        return config;
    }

    private static StoreBuilder<KeyValueStore<String, String>> kept() {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("kept"), Serdes.String(), Serdes.String());
    }

    /** Keeps values in upper case; fails at bad ones. */
    private static final class Upper extends ContextualProcessor<String, String, Void, Void> {
        private KeyValueStore<String, String> rows;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            rows = context.getStateStore("kept");
        }

        @Override
        public void process(Record<String, String> record) {
            rows.put(record.key() + "!", "seen");
            if ("bad".equals(record.value())) {
                throw new IllegalStateException("a bad value");
            }
            rows.put(
                    record.key(), record.value() == null ? null : record.value().toUpperCase(Locale.ROOT));
        }
    }

    /** Looks the key up in the store, and forwards what it finds. */
    private static final class Looking extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> rows = context().getStateStore("kept");
            context().forward(record.withValue(record.value() + "+" + rows.get(record.key())));
        }
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(kept(), "global", Consumed.with(Serdes.String(), Serdes.String()), Upper::new);
        builder.<String, String>stream("in").process(Looking::new).to("out");
        return builder.build();
    }

    private static void store(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(topology())) {
            TestInputTopic<String, String> global = DriverSetup.input(driver, "global");
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "1");
            global.pipeInput("a", "x");
            in.pipeInput("a", "2");
            global.pipeInput("a", (String) null);
            in.pipeInput("a", "3");
            notes.read(driver, "out");
            notes.rows("kept", driver.<String, String>getKeyValueStore("kept"));
            notes.topics(driver);
        }
    }

    private static void ofNodes(DriverNotes notes) {
        Topology topology = new Topology()
                .addGlobalStore(
                        kept(),
                        "src",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "global",
                        "upper",
                        Upper::new)
                .addSource("source", "in")
                .addProcessor("look", Looking::new, "source")
                .addSink("sink", "out", "look");
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            DriverSetup.input(driver, "global").pipeInput("a", "x");
            DriverSetup.input(driver, "in").pipeInput("a", "1");
            notes.read(driver, "out");
        }
    }

    private static void fails(DriverNotes notes, Properties config) {
        try (TopologyTestDriver driver = DriverSetup.driver(topology(), config)) {
            TestInputTopic<String, String> global = DriverSetup.input(driver, "global");
            global.pipeInput("a", "x");
            notes.ask("bad", () -> {
                global.pipeInput("b", "bad");
                return "piped";
            });
            global.pipeInput("c", "y");
            DriverSetup.input(driver, "in").pipeInput("c", "1");
            notes.read(driver, "out");
            notes.rows("kept", driver.<String, String>getKeyValueStore("kept"));
        }
    }

    private static void asks(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                kept(), "global", Consumed.with(Serdes.String(), Serdes.String()), () -> new Asking(notes));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "global").pipeInput("a", "x", 5);
        }
    }

    private static final class Asking extends ContextualProcessor<String, String, Void, Void> {
        private final DriverNotes notes;

        Asking(DriverNotes notes) {
            this.notes = notes;
        }

        @Override
        public void process(Record<String, String> record) {
            notes.say(record + " " + context().taskId() + " " + context().applicationId());
            notes.say(context().recordMetadata().orElseThrow().topic() + " "
                    + context().recordMetadata().orElseThrow().offset());
            notes.ask(
                    "schedule",
                    () -> context().schedule(Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME, t -> {}));
            notes.ask("stream time", () -> context().currentStreamTimeMs());
            notes.ask("time", () -> context().currentSystemTimeMs());
            notes.ask("forward", () -> {
                context().forward(record.withKey((Void) null).withValue((Void) null));
                return "done";
            });
            notes.ask("forward to a child", () -> {
                context().forward(record.withKey((Void) null).withValue((Void) null), "child");
                return "done";
            });
            notes.ask("commit", () -> {
                context().commit();
                return "done";
            });
        }

        @Override
        public void close() {
            notes.say("closed");
        }
    }

    private static void othersAsk(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(kept(), "global", Consumed.with(Serdes.String(), Serdes.String()), Upper::new);
        builder.<String, String>stream("in").process(() -> new Writing(notes));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "global").pipeInput("a", "x");
            DriverSetup.input(driver, "global").pipeInput("b", "y");
            DriverSetup.input(driver, "in").pipeInput("a", "x");
        }
    }

    private static final class Writing extends ContextualProcessor<String, String, Void, Void> {
        private final DriverNotes notes;

        Writing(DriverNotes notes) {
            this.notes = notes;
        }

        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> rows = context().getStateStore("kept");
            notes.say(rows.name() + " " + rows.isOpen() + " " + rows.persistent());
            notes.rows("all", rows);
            notes.ask("put", () -> {
                rows.put("c", "z");
                return "done";
            });
            notes.ask("put if absent", () -> rows.putIfAbsent("c", "z"));
            notes.ask("delete", () -> rows.delete("a"));
            notes.ask("no such store", () -> context().getStateStore("none"));
            notes.ask("get", () -> rows.get("a"));
        }
    }

    private static void readOnly(DriverNotes notes) {
        Topology topology = new Topology()
                .addReadOnlyStateStore(
                        kept(), "src", new StringDeserializer(), new StringDeserializer(), "table", "upper", Upper::new)
                .addSource("source", "in")
                .addProcessor("look", Looking::new, "source")
                .addSink("sink", "out", "look")
                .connectProcessorAndStateStores("look", "kept");
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            DriverSetup.input(driver, "table").pipeInput("a", "x");
            DriverSetup.input(driver, "in").pipeInput("a", "1");
            notes.read(driver, "out");
            notes.topics(driver);
            notes.rows("kept", driver.<String, String>getKeyValueStore("kept"));
        }
    }
}
