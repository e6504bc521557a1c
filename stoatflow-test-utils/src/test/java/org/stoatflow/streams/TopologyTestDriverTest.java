package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** What DriverDifferentialTest in stoatflow-parity does not compare with Kafka Streams. */
class TopologyTestDriverTest {
    private static final Instant START = Instant.ofEpochMilli(1_000);

    @TempDir
    private Path folder;

    private Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
        return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
    }

    private static TestOutputTopic<String, String> output(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer());
    }

    private static Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (value.equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                    return value;
                })
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    @Test
    void shouldCommitEachRecord() {
        try (TopologyTestDriver driver = new TopologyTestDriver(counting(), config(), START)) {
            TestOutputTopic<String, Long> out =
                    driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer());
            input(driver, "in").pipeInput("a", "1");
            assertEquals(new KeyValue<>("a", 1L), out.readKeyValue());
            input(driver, "in").pipeInput("a", "2");
            assertEquals(new KeyValue<>("a", 2L), out.readKeyValue());
            assertTrue(out.isEmpty());
        }
    }

    @Test
    void shouldGoOnFromWhatIsCommittedAfterAFailure() {
        try (TopologyTestDriver driver = new TopologyTestDriver(counting(), config(), START)) {
            input(driver, "in").pipeInput("a", "1");
            StreamsException thrown = assertThrows(
                    StreamsException.class, () -> input(driver, "in").pipeInput("a", "bad"));
            assertEquals(IllegalStateException.class, thrown.getCause().getClass());
            assertTrue(thrown.getMessage().contains("topic in, partition 0, offset 1"), thrown.getMessage());
            assertEquals(1L, driver.<String, Long>getKeyValueStore("counts").get("a"));
            input(driver, "in").pipeInput("a", "2");
            assertEquals(2L, driver.<String, Long>getKeyValueStore("counts").get("a"));
        }
    }

    @Test
    void shouldDeleteItsFolder() throws IOException {
        try (TopologyTestDriver driver = new TopologyTestDriver(counting(), config(), START)) {
            input(driver, "in").pipeInput("a", "1");
            try (Stream<Path> files = Files.list(folder.resolve("app"))) {
                assertEquals(1, files.count());
            }
        }
        assertFalse(Files.exists(folder.resolve("app")));
        assertTrue(Files.exists(folder));
    }

    @Test
    void shouldLeaveWhatOthersHaveInTheApplicationsFolder() throws IOException {
        Path other = Files.createDirectories(folder.resolve("app")).resolve("other");
        Files.writeString(other, "kept");
        new TopologyTestDriver(counting(), config(), START).close();
        assertEquals("kept", Files.readString(other));
        try (Stream<Path> files = Files.list(folder.resolve("app"))) {
            assertEquals(List.of(other), files.toList());
        }
    }

    @Test
    void shouldServeTwoDriversOfOneApplication() {
        try (TopologyTestDriver one = new TopologyTestDriver(counting(), config(), START);
                TopologyTestDriver other = new TopologyTestDriver(counting(), config(), START)) {
            input(one, "in").pipeInput("a", "1");
            assertNull(other.getKeyValueStore("counts").get("a"));
        }
    }

    @Test
    void shouldCommitWhatATestPutsWithTheNextRecord() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
        builder.<String, String>stream("in").process(Storing::new, "s");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config(), START)) {
            driver.<String, String>getKeyValueStore("s").put("seeded", "x");
            assertFalse(driver.producedTopicNames().contains("app-s-changelog"));
            input(driver, "in").pipeInput("a", "1");
            assertEquals(
                    List.of(new KeyValue<>("seeded", "x"), new KeyValue<>("a", "1")),
                    output(driver, "app-s-changelog").readKeyValuesToList());
        }
    }

    private static final class Storing extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore("s");
            store.put(record.key(), record.value());
        }
    }

    @Test
    void shouldMakeNewProcessorsForTheFirstRecordOfATopicThatAPatternMatches() {
        List<String> calls = new ArrayList<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(Pattern.compile("in-.*"))
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void init(ProcessorContext<String, String> context) {
                        calls.add("init");
                    }

                    @Override
                    public void process(Record<String, String> record) {
                        calls.add(record.value());
                    }

                    @Override
                    public void close() {
                        calls.add("close");
                    }
                });
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config(), START)) {
            input(driver, "in-1").pipeInput("a", "1");
            input(driver, "in-1").pipeInput("a", "2");
        }
        assertEquals(List.of("init", "close", "init", "1", "2", "close"), calls);
    }

    @Test
    void shouldRunARecordAgainWithoutWaiting() {
        Properties config = config();
        config.put(StoatflowConfig.RETRY_ATTEMPTS_MAX.key(), 3);
        int[] attempts = {0};
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (++attempts[0] < 3) {
                        throw new TimeoutException("not yet"); // one that may pass
                    }
                    return value + attempts[0];
                })
                .to("out");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config, START)) {
            input(driver, "in").pipeInput("a", "x");
            assertEquals("x3", output(driver, "out").readValue());
        }
    }

    @Test
    void shouldCallEveryPunctuatorThatOneAdvanceMakesDue() {
        List<Long> calls = new ArrayList<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(() -> new ContextualProcessor<String, String, String, String>() {
            @Override
            public void init(ProcessorContext<String, String> context) {
                context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, calls::add);
                context.schedule(Duration.ofMillis(20), PunctuationType.WALL_CLOCK_TIME, calls::add);
            }

            @Override
            public void process(Record<String, String> record) {}
        });
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config(), START)) {
            driver.advanceWallClockTime(Duration.ofMillis(10));
            driver.advanceWallClockTime(Duration.ofMillis(10));
        }
        assertEquals(List.of(1_010L, 1_020L, 1_020L), calls);
    }
}
