package org.stoatflow.parity.program;

import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.test.TestRecord;

/** What a test is thrown, and what handlers drop. */
final class DriverFailures {
    private DriverFailures() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a function fails", DriverFailures::functionFails);
        programs.put("a function below a cache fails", DriverFailures::functionBelowCacheFails);
        programs.put("a function fails, and the handler goes on", DriverFailures::handlerGoesOn);
        programs.put("a record that cannot be read", DriverFailures::unreadable);
        programs.put("a record that cannot be read, and the handler goes on", DriverFailures::unreadableGoesOn);
        programs.put("wrong types", DriverFailures::wrongTypes);
        programs.put("unknown topics", DriverFailures::unknownTopics);
        programs.put("no default serdes", DriverFailures::noSerdes);
        programs.put("arguments", DriverFailures::arguments);
    }

    private static Topology failing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (value.equals("bad")) {
                        throw new IllegalStateException("a bad value");
                    }
                    return value;
                })
                .to("out");
        return builder.build();
    }

    private static void functionFails(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(failing())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "good");
            notes.ask("bad", () -> {
                in.pipeInput("a", "bad");
                return "piped";
            });
            in.pipeInput("a", "good again");
            notes.read(driver, "out");
        }
    }

    /** The cache is flushed when the test's record is committed. */
    private static void functionBelowCacheFails(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in", Materialized.as("cached"))
                .toStream()
                .mapValues(value -> {
                    throw new IllegalStateException("a bad value");
                })
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            notes.ask("bad", () -> {
                in.pipeInput("a", "bad");
                return "piped";
            });
        }
    }

    private static void handlerGoesOn(DriverNotes notes) {
        Properties config = DriverSetup.config(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "letters");
        try (TopologyTestDriver driver = DriverSetup.driver(failing(), config)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "good");
            in.pipeInput("a", "bad");
            in.pipeInput("a", "good again");
            notes.read(driver, "out");
            notes.topics(driver);
            TestOutputTopic<String, String> letters =
                    driver.createOutputTopic("letters", new StringDeserializer(), new StringDeserializer());
            for (TestRecord<String, String> letter : letters.readRecordsToList()) {
                notes.say("letter " + letter.key() + "=" + letter.value() + "@" + letter.timestamp());
            }
        }
    }

    private static Topology longs() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()))
                .mapValues(value -> "" + value)
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static void unreadable(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(longs())) {
            notes.ask("unreadable", () -> {
                driver.createInputTopic("in", new StringSerializer(), new ByteArraySerializer())
                        .pipeInput("a", new byte[3]);
                return "piped";
            });
        }
    }

    private static void unreadableGoesOn(DriverNotes notes) {
        Properties config = DriverSetup.config(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        try (TopologyTestDriver driver = DriverSetup.driver(longs(), config)) {
            driver.createInputTopic("in", new StringSerializer(), new ByteArraySerializer())
                    .pipeInput("a", new byte[3]);
            driver.createInputTopic("in", new StringSerializer(), new LongSerializer())
                    .pipeInput("a", 7L, 8L);
            notes.read(driver, "out");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void wrongTypes(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> (Object) value.length())
                .to("out", (Produced) Produced.valueSerde(Serdes.String()));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            notes.ask("a sink of another type", () -> {
                DriverSetup.input(driver, "in").pipeInput("a", "b");
                return "piped";
            });
        }
    }

    private static void unknownTopics(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(failing())) {
            notes.ask("unknown input", () -> {
                DriverSetup.input(driver, "nothing").pipeInput("a", "b");
                return "piped";
            });
            TestOutputTopic<String, String> out =
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
            notes.ask("never written", out::readValue);
            notes.ask("never written, size", out::getQueueSize);
            notes.ask("never written, empty", out::isEmpty);
            notes.ask("never written, list", out::readValuesToList);
            DriverSetup.input(driver, "in").pipeInput("a", "b");
            notes.ask("written", out::readKeyValue);
            notes.ask("nothing left", out::readRecord);
            TestOutputTopic<String, String> unknown =
                    driver.createOutputTopic("nowhere", new StringDeserializer(), new StringDeserializer());
            notes.ask("unknown output", unknown::readRecord);
            notes.ask("unknown output, empty", unknown::isEmpty);
        }
    }

    private static void noSerdes(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        notes.ask("no configuration", () -> {
            try (TopologyTestDriver driver = new TopologyTestDriver(builder.build())) {
                DriverSetup.input(driver, "in").pipeInput("a", "b");
                return "piped";
            }
        });
    }

    private static void arguments(DriverNotes notes) {
        try (TopologyTestDriver driver = DriverSetup.driver(failing())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            notes.ask("no topic", () -> driver.createInputTopic(null, new StringSerializer(), new StringSerializer()));
            notes.ask("no serializer", () -> driver.createInputTopic("in", null, new StringSerializer()));
            notes.ask(
                    "no output topic",
                    () -> driver.createOutputTopic(null, new StringDeserializer(), new StringDeserializer()));
            notes.ask("no deserializer", () -> driver.createOutputTopic("out", new StringDeserializer(), null));
            notes.ask("time goes back", () -> {
                in.advanceTime(java.time.Duration.ofMillis(-1));
                return "advanced";
            });
            notes.ask(
                    "steps go back",
                    () -> driver.createInputTopic(
                            "in",
                            new StringSerializer(),
                            new StringSerializer(),
                            DriverSetup.START,
                            java.time.Duration.ofMillis(-1)));
            notes.ask("no advance", () -> {
                driver.advanceWallClockTime(null);
                return "advanced";
            });
            notes.ask("negative time", () -> new TestRecord<>("a", "b", null, -1L));
        }
    }
}
