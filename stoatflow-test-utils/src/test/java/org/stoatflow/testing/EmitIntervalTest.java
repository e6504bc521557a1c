package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.StreamsConfig.InternalConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.TimeWindows;

/** Kafka Streams' two internal keys about how often it looks for what has closed. */
class EmitIntervalTest {
    private static final Duration SIZE = Duration.ofMillis(10);

    private static TopologyTestDriver driver(Topology topology, Properties settings) {
        Properties config = new Properties();
        config.putAll(settings);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return new TopologyTestDriver(topology, config, Instant.EPOCH.plusSeconds(60));
    }

    private static Properties settings(String key, Object... values) {
        Properties settings = new Properties();
        for (Object value : values) {
            settings.put(key, value);
        }
        return settings;
    }

    /** After each record at 0, 20, 40, … of which each closes the window of the one before. */
    private static List<String> outputOf(TopologyTestDriver driver, long timestamp) {
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput("key", "v" + timestamp, timestamp);
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }

    static Stream<Properties> intervalsOfWindows() {
        String key = InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION;
        return Stream.of(
                settings(key),
                settings(key, 0L),
                settings(key, 3_600_000),
                settings(key, "3600000"),
                settings(key, "an hour"));
    }

    @ParameterizedTest
    @MethodSource("intervalsOfWindows")
    void shouldForwardAWindowWithTheRecordThatClosesItWhateverTheIntervalIs(Properties settings) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                .emitStrategy(EmitStrategy.onWindowClose())
                .reduce((one, other) -> one + other)
                .toStream((key, value) -> key.key())
                .to("out");
        try (TopologyTestDriver driver = driver(builder.build(), settings)) {
            assertEquals(List.of(), outputOf(driver, 0));
            assertEquals(List.of("v0"), outputOf(driver, 20));
            assertEquals(List.of("v20"), outputOf(driver, 40));
        }
    }

    static Stream<Properties> secondsOfJoins() {
        String key = InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_OUTER_JOIN_SPURIOUS_RESULTS_FIX;
        return Stream.of(settings(key, 1000), settings(key, "1000"), settings(key, true));
    }

    /** What is no number counts as not set, as in Kafka Streams. */
    @ParameterizedTest
    @MethodSource("secondsOfJoins")
    void shouldForwardRecordsWithoutPartnerOnceInTheInterval(Properties settings) {
        try (TopologyTestDriver driver = driver(leftJoin(), settings)) {
            assertEquals(List.of(), outputOf(driver, 0)); // which has looked
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertEquals(List.of("v0"), outputOf(driver, 20));
            assertEquals(List.of(), outputOf(driver, 40));
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertEquals(List.of("v20", "v40"), outputOf(driver, 60));
        }
    }

    /** Drivers set it to zero where it is not set. */
    @ParameterizedTest
    @MethodSource("noInterval")
    void shouldForwardRecordsWithoutPartnerAtOnceWhereTheIntervalIsZero(Properties settings) {
        try (TopologyTestDriver driver = driver(leftJoin(), settings)) {
            assertEquals(List.of(), outputOf(driver, 0));
            assertEquals(List.of("v0"), outputOf(driver, 20));
            assertEquals(List.of("v20"), outputOf(driver, 40));
        }
    }

    static Stream<Properties> noInterval() {
        String key = InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_OUTER_JOIN_SPURIOUS_RESULTS_FIX;
        return Stream.of(settings(key), settings(key, 0), settings(key, 0L), settings(key, "0"));
    }

    private static Topology leftJoin() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .leftJoin(
                        builder.<String, String>stream("more"),
                        (left, right) -> left,
                        JoinWindows.ofTimeDifferenceWithNoGrace(SIZE))
                .to("out");
        return builder.build();
    }
}
