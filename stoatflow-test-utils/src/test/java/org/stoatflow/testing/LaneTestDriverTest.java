package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Topologies with partitions, lanes and commits. */
class LaneTestDriverTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final List<String> WORDS = List.of("to", "be", "or", "not", "to", "be");

    private static Properties config(String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static LaneTestDriver.Builder driver(Topology topology, String guarantee) {
        return LaneTestDriver.of(topology)
                .config(config(guarantee))
                .commitInterval(INTERVAL)
                .wallClock(Instant.ofEpochMilli(1_000));
    }

    private static Topology counting() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    private static Topology passing() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> {
                    if (value.equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                    return value;
                })
                .to("out");
        return builder.build();
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver) {
        return driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
    }

    private static TestOutputTopic<String, Long> counts(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer());
    }

    private static TestOutputTopic<String, String> output(TopologyTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE})
    void shouldMergeUpdatesThatOneCommitHolds(String guarantee) {
        try (LaneTestDriver driver = driver(counting(), guarantee).build()) {
            input(driver).pipeValueList(WORDS);
            assertTrue(counts(driver).isEmpty());
            driver.advanceWallClockTime(INTERVAL);
            assertEquals(
                    Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L),
                    asMap(counts(driver).readKeyValuesToList(), 4));
        }
    }

    /** The records as a table; there have to be this many records. */
    private static Map<String, Long> asMap(List<KeyValue<String, Long>> records, int count) {
        assertEquals(count, records.size(), () -> "" + records);
        Map<String, Long> table = new HashMap<>();
        records.forEach(record -> table.put(record.key, record.value));
        return table;
    }

    @Test
    void shouldShowOutputOnceItIsCommitted() {
        try (LaneTestDriver driver =
                driver(passing(), StreamsConfig.EXACTLY_ONCE_V2).build()) {
            input(driver).pipeInput("a", "1");
            assertTrue(output(driver).isEmpty());
            driver.advanceWallClockTime(INTERVAL.minusMillis(1));
            assertTrue(output(driver).isEmpty());
            driver.commit();
            assertEquals("1", output(driver).readValue());
        }
    }

    @Test
    void shouldShowOutputAtOnceUnderAtLeastOnce() {
        try (LaneTestDriver driver =
                driver(passing(), StreamsConfig.AT_LEAST_ONCE).build()) {
            input(driver).pipeInput("a", "1");
            assertEquals("1", output(driver).readValue());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldCountOverPartitionsAndLanesInAnyOrder(long seed) {
        try (LaneTestDriver driver = driver(counting(), StreamsConfig.EXACTLY_ONCE_V2)
                .partitions("in", 3)
                .lanes(4)
                .seed(seed)
                .build()) {
            input(driver).pipeValueList(WORDS);
            driver.commit();
            assertEquals(
                    Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L),
                    counts(driver).readKeyValuesToMap());
            assertEquals(3, driver.partitionsOfStore("counts"));
            long sum = 0;
            for (int partition = 0; partition < 3; partition++) {
                ReadOnlyKeyValueStore<String, ValueAndTimestamp<Long>> store =
                        driver.<org.stoatflow.streams.state.TimestampedKeyValueStore<String, Long>>committedStore(
                                "counts", partition);
                for (String word : Set.copyOf(WORDS)) {
                    ValueAndTimestamp<Long> count = store.get(word);
                    sum += count == null ? 0 : count.value();
                }
            }
            assertEquals(WORDS.size(), sum);
            assertThrows(IllegalStateException.class, () -> driver.getKeyValueStore("counts"));
        }
    }

    @Test
    void shouldProcessOnceMoreWhatIsNotCommitted() {
        try (LaneTestDriver driver =
                driver(counting(), StreamsConfig.EXACTLY_ONCE_V2).build()) {
            input(driver).pipeInput("a");
            driver.commit();
            input(driver).pipeInput("a");
            driver.restart();
            driver.commit();
            assertEquals(
                    List.of(new KeyValue<>("a", 1L), new KeyValue<>("a", 2L)),
                    counts(driver).readKeyValuesToList());
        }
    }

    @Test
    void shouldRefuseRecordsAfterAFailure() {
        try (LaneTestDriver driver =
                driver(passing(), StreamsConfig.EXACTLY_ONCE_V2).build()) {
            assertThrows(StreamsException.class, () -> input(driver).pipeInput("a", "bad"));
            assertThrows(IllegalStateException.class, () -> input(driver).pipeInput("a", "good"));
            assertThrows(IllegalStateException.class, driver::commit);
        }
    }

    @Test
    void shouldCommitWhenAProcessorAsks() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void process(Record<String, String> record) {
                        context().forward(record);
                        if (record.value().equals("commit")) {
                            context().commit();
                        }
                    }
                })
                .to("out");
        try (LaneTestDriver driver =
                driver(builder.build(), StreamsConfig.EXACTLY_ONCE_V2).build()) {
            input(driver).pipeInput("a", "1");
            assertTrue(output(driver).isEmpty());
            input(driver).pipeInput("a", "commit");
            assertEquals(List.of("1", "commit"), output(driver).readValuesToList());
        }
    }

    @Test
    void shouldGiveEachPartitionATask() {
        Set<String> tasks = new HashSet<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(() -> new ContextualProcessor<String, String, String, String>() {
            @Override
            public void process(Record<String, String> record) {
                tasks.add(context().taskId() + " " + record.value());
            }
        });
        try (LaneTestDriver driver = driver(builder.build(), StreamsConfig.AT_LEAST_ONCE)
                .partitions(2)
                .build()) {
            for (int partition = 0; partition < 2; partition++) {
                driver.pipe(
                        "in",
                        partition,
                        "a",
                        new StringSerializer(),
                        "p" + partition,
                        new StringSerializer(),
                        Instant.ofEpochMilli(5));
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> driver.pipe(
                            "in", 2, "a", new StringSerializer(), "b", new StringSerializer(), Instant.EPOCH));
        }
        assertEquals(Set.of("0_0 p0", "0_1 p1"), tasks);
    }

    @Test
    void shouldReadTheNamedTopicsThatAPatternMatches() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(Pattern.compile("in.*")).to("out");
        try (LaneTestDriver driver = driver(builder.build(), StreamsConfig.AT_LEAST_ONCE)
                .partitions("in", 1)
                .partitions("other", 1)
                .build()) {
            input(driver).pipeInput("a", "1");
            assertEquals("1", output(driver).readValue());
            TestInputTopic<String, String> other =
                    driver.createInputTopic("other", new StringSerializer(), new StringSerializer());
            assertThrows(IllegalArgumentException.class, () -> other.pipeInput("a", "1"));
        }
    }

    @Test
    void shouldReadBackWhatIsWrittenToASource() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .mapValues(value -> value.substring(1))
                .filter((key, value) -> !value.isEmpty())
                .to("in");
        try (LaneTestDriver driver =
                driver(builder.build(), StreamsConfig.EXACTLY_ONCE_V2).build()) {
            input(driver).pipeInput("a", "abc");
            for (int step = 0; step < 4; step++) {
                driver.advanceWallClockTime(INTERVAL);
            }
            assertEquals(
                    List.of("bc", "c"),
                    driver.createOutputTopic("in", new StringDeserializer(), new StringDeserializer())
                            .readValuesToList());
        }
    }

    @Test
    void shouldTakeTheIntervalFromTheConfiguration() {
        Properties config = config(StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 7L);
        try (LaneTestDriver driver = LaneTestDriver.of(passing()).config(config).build()) {
            input(driver).pipeInput("a", "1");
            driver.advanceWallClockTime(Duration.ofMillis(6));
            assertTrue(output(driver).isEmpty());
            driver.advanceWallClockTime(Duration.ofMillis(1));
            assertEquals("1", output(driver).readValue());
        }
    }

    @Test
    void shouldRunStagesAsConfigured() {
        Properties config = config(StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StoatflowConfig.AFFINITY.key(), "PARTITION");
        try (LaneTestDriver driver =
                LaneTestDriver.of(counting()).config(config).partitions(2).build()) {
            input(driver).pipeValueList(WORDS);
            driver.commit();
            assertEquals(
                    Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L),
                    counts(driver).readKeyValuesToMap());
        }
    }

    @Test
    void shouldRefuseWhatIsNotPositive() {
        LaneTestDriver.Builder builder = LaneTestDriver.of(passing());
        assertThrows(IllegalArgumentException.class, () -> builder.partitions(0));
        assertThrows(IllegalArgumentException.class, () -> builder.partitions("in", 0));
        assertThrows(IllegalArgumentException.class, () -> builder.lanes(0));
        assertThrows(IllegalArgumentException.class, () -> builder.commitInterval(Duration.ZERO));
    }
}
