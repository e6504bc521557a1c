package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Time that stands still, drivers that are closed, and records that fail, as tests meet them. */
final class DriverUses {
    private DriverUses() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (String guarantee : new String[] {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2}) {
            programs.put(
                    "a record fails that was forwarded, " + guarantee, notes -> forwardedAndFails(notes, guarantee));
        }
        for (String kind : new String[] {"left", "outer"}) {
            programs.put("a " + kind + " join while the clock stands still", notes -> joins(notes, kind));
        }
        programs.put("closed windows while the clock stands still", DriverUses::closedWindows);
        programs.put("a driver closed twice", DriverUses::closedTwice);
        programs.put("a driver closed twice, with a store on disk", DriverUses::closedTwiceOnDisk);
        programs.put("a driver used after it was closed", DriverUses::usedAfterClose);
        programs.put("a driver closed after a failure", DriverUses::closedAfterFailure);
        programs.put("a processor that fails when it is closed", DriverUses::failsInClose);
        programs.put("a processor that fails in init", DriverUses::failsInInit);
        programs.put("a punctuator that fails", DriverUses::failingPunctuator);
    }

    private static void joins(DriverNotes notes, String kind) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("in");
        KStream<String, String> right = builder.stream("more");
        JoinWindows windows = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5));
        (kind.equals("left")
                        ? left.leftJoin(right, (one, other) -> one + "+" + other, windows)
                        : left.outerJoin(right, (one, other) -> one + "+" + other, windows))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            TestInputTopic<String, String> more = DriverSetup.input(driver, "more");
            in.pipeInput("a", "1", 1_000);
            notes.read(driver, "out");
            more.pipeInput("b", "2", 1_010);
            notes.say("then");
            notes.read(driver, "out");
            in.pipeInput("c", "3", 1_020);
            notes.say("then");
            notes.read(driver, "out");
            in.pipeInput("c", "4", 1_040);
            more.pipeInput("c", "5", 1_044);
            notes.read(driver, "out");
        }
    }

    private static void closedWindows(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count()
                .toStream((window, count) -> window.toString())
                .mapValues(String::valueOf)
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < 6; i++) {
                in.pipeInput("a", "x");
                notes.say("piped " + i);
                notes.read(driver, "out");
            }
        }
    }

    /** Puts, sends to two topics, and fails of a bad value. */
    private static Topology sending() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        KStream<String, String> in = builder.stream("in");
        in.to("first");
        in.process(
                        () -> new ContextualProcessor<String, String, String, String>() {
                            @Override
                            public void process(Record<String, String> record) {
                                KeyValueStore<String, String> store = context().getStateStore("s");
                                context().forward(record);
                                if (record.value().equals("bad")) {
                                    throw new IllegalStateException("a bad value");
                                }
                                store.put(record.key(), record.value());
                            }
                        },
                        "s")
                .to("second");
        in.repartition().mapValues(value -> value + " again").to("third");
        return builder.build();
    }

    private static void forwardedAndFails(DriverNotes notes, String guarantee) {
        Properties config = DriverSetup.config(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailProcessingExceptionHandler.class);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "letters");
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        try (TopologyTestDriver driver = DriverSetup.driver(sending(), config)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "good");
            sent(notes, driver);
            notes.ask("bad", () -> {
                in.pipeInput("b", "bad");
                return "piped";
            });
            notes.topics(driver);
            sent(notes, driver);
            in.pipeInput("c", "good");
            notes.topics(driver);
            sent(notes, driver);
            if (guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
                return; // from here on, what Kafka Streams shows of a failed transaction depends on the next call
            }
            notes.ask("bad again", () -> {
                in.pipeInput("b", "bad");
                return "piped";
            });
            driver.advanceWallClockTime(Duration.ofMillis(1));
            sent(notes, driver);
        }
    }

    private static void sent(DriverNotes notes, TopologyTestDriver driver) {
        notes.read(driver, "first");
        notes.read(driver, "second");
        notes.read(driver, "third");
        TestOutputTopic<String, byte[]> letters =
                driver.createOutputTopic("letters", new StringDeserializer(), new ByteArrayDeserializer());
        letters.readRecordsToList()
                .forEach(letter -> notes.say("letter " + letter.key() + "="
                        + (letter.value() == null ? null : new String(letter.value())) + "@" + letter.timestamp()));
    }

    private static void closedTwice(DriverNotes notes) {
        close(notes, DriverSetup.driver(sending()));
    }

    private static void closedTwiceOnDisk(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .count()
                .toStream()
                .mapValues(String::valueOf)
                .to("out");
        close(notes, DriverSetup.driver(builder.build()));
    }

    private static void close(DriverNotes notes, TopologyTestDriver driver) {
        DriverSetup.input(driver, "in").pipeInput("a", "1");
        for (int i = 0; i < 3; i++) {
            notes.ask("closed", () -> {
                driver.close();
                return "done";
            });
        }
    }

    private static void usedAfterClose(DriverNotes notes) {
        TopologyTestDriver driver = DriverSetup.driver(sending());
        TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
        KeyValueStore<String, String> store = driver.getKeyValueStore("s");
        in.pipeInput("a", "1");
        driver.close();
        notes.topics(driver);
        notes.read(driver, "second");
        notes.ask("open", store::isOpen);
        notes.ask("get", () -> store.get("a"));
        notes.ask("a store", () -> driver.getKeyValueStore("s").name());
        notes.ask("all stores", () -> driver.getAllStateStores().keySet());
        notes.ask("pipe", () -> {
            in.pipeInput("a", "2");
            return "piped";
        });
        notes.ask("advance", () -> {
            driver.advanceWallClockTime(Duration.ofMillis(1));
            return "advanced";
        });
        notes.ask("input", () -> {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            return "made";
        });
        notes.ask("metrics", () -> driver.metrics().isEmpty());
    }

    private static void closedAfterFailure(DriverNotes notes) {
        TopologyTestDriver driver = DriverSetup.driver(sending());
        TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
        notes.ask("bad", () -> {
            in.pipeInput("a", "bad");
            return "piped";
        });
        notes.ask("closed", () -> {
            driver.close();
            return "done";
        });
        notes.read(driver, "first");
    }

    /** Fails where it is told to. */
    private static final class Failing extends ContextualProcessor<String, String, String, String> {
        private final String where;
        private final DriverNotes notes;

        private Failing(String where, DriverNotes notes) {
            this.where = where;
            this.notes = notes;
        }

        private void failIn(String place) {
            notes.say(place);
            if (place.equals(where)) {
                throw new IllegalStateException("fails in " + place);
            }
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            failIn("init");
            context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, time -> failIn("punctuate"));
        }

        @Override
        public void process(Record<String, String> record) {
            failIn("process");
            context().forward(record);
        }

        @Override
        public void close() {
            failIn("close");
        }
    }

    private static void failing(DriverNotes notes, String where) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .process(() -> new Failing(where, notes))
                .to("out");
        notes.ask("driven", () -> {
            try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
                notes.ask("piped", () -> {
                    DriverSetup.input(driver, "in").pipeInput("a", "1");
                    return "done";
                });
                notes.ask("advanced", () -> {
                    driver.advanceWallClockTime(Duration.ofMillis(20));
                    return "done";
                });
                notes.read(driver, "out");
            }
            return "done";
        });
    }

    private static void failsInClose(DriverNotes notes) {
        failing(notes, "close");
    }

    private static void failsInInit(DriverNotes notes) {
        failing(notes, "init");
    }

    private static void failingPunctuator(DriverNotes notes) {
        failing(notes, "punctuate");
    }
}
