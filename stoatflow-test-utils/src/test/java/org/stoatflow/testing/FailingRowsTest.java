package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.state.Stores;

/** The processing handler decides about operators that fail when time comes to their rows; the others follow. */
class FailingRowsTest {
    private static final Duration WINDOW = Duration.ofMillis(10);
    private static final String POISON = "poison";

    private static LaneTestDriver driver(Topology topology, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 0L);
        return LaneTestDriver.of(topology)
                .config(config)
                .commitInterval(Duration.ofSeconds(5))
                .wallClock(Instant.EPOCH)
                .build();
    }

    private static void pipe(LaneTestDriver driver, String topic, String key, String value, long timestamp) {
        driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())
                .pipeInput(key, value, timestamp);
    }

    private static List<String> output(LaneTestDriver driver) {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }

    private static String join(String left, Object right) {
        if (left.equals(POISON)) {
            throw new IllegalStateException("joiner");
        }
        return left + "+" + right;
    }

    private static Topology joiningStreams(boolean hops) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("in");
        (hops ? left.repartition().selectKey((key, value) -> key).repartition() : left)
                .leftJoin(
                        builder.<String, String>stream("more"),
                        FailingRowsTest::join,
                        JoinWindows.ofTimeDifferenceWithNoGrace(WINDOW))
                .to("out");
        return builder.build();
    }

    /** One row holds two records of the same key and time. */
    @ParameterizedTest
    @CsvSource({
        StreamsConfig.AT_LEAST_ONCE + ",false",
        StreamsConfig.AT_LEAST_ONCE + ",true",
        StreamsConfig.EXACTLY_ONCE_V2 + ",true"
    })
    void shouldForwardEachOtherRecordWithoutAPartnerOnce(String guarantee, boolean hops) {
        try (LaneTestDriver driver = driver(joiningStreams(hops), guarantee)) {
            pipe(driver, "in", "k", "a", 1000);
            pipe(driver, "in", "k", "b", 1001);
            pipe(driver, "in", "k", "c", 1002);
            pipe(driver, "in", "k", POISON, 1002);
            pipe(driver, "in", "k", "d", 1002);
            pipe(driver, "in", "k", POISON, 1003);
            pipe(driver, "in", "k", "e", 1004);
            for (int i = 0; i < 3; i++) {
                pipe(driver, "in", "k", "end", 2000 + i);
                driver.commit();
                driver.commit();
            }
            assertEquals(List.of("a+null", "b+null", "c+null", "d+null", "e+null"), output(driver));
        }
    }

    /** As in Kafka Streams, where the record at fault and the one before it come again with each record. */
    @Test
    void shouldComeAgainToOneRecordOnlyWhereRecordsForward() {
        try (LaneTestDriver driver = driver(joiningStreams(false), StreamsConfig.EXACTLY_ONCE_V2)) {
            pipe(driver, "in", "k", "a", 1000);
            pipe(driver, "in", "k", "b", 1001);
            pipe(driver, "in", "k", "c", 1002);
            pipe(driver, "in", "k", POISON, 1003);
            for (int i = 0; i < 3; i++) {
                pipe(driver, "in", "k", "end", 2000 + i);
                driver.commit();
            }
            assertEquals(List.of("a+null", "b+null", "c+null", "c+null", "c+null"), output(driver));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE})
    void shouldJoinTheOtherRecordsThatWaitForATable(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .leftJoin(
                        builder.<String, String>table(
                                "more",
                                Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofHours(1)))),
                        FailingRowsTest::join,
                        Joined.<String, String, String>as("waiting").withGracePeriod(WINDOW))
                .to("out");
        try (LaneTestDriver driver = driver(builder.build(), guarantee)) {
            pipe(driver, "in", "k", "a", 1000);
            pipe(driver, "in", "k", POISON, 1001);
            pipe(driver, "in", "k", "b", 1002);
            pipe(driver, "in", "k", "end", 2000);
            driver.commit();
            driver.commit();
            assertEquals(List.of("a+null", "b+null"), output(driver));
        }
    }

    @Test
    void shouldGoOnWithABufferThatIsFull() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table("in")
                .suppress(Suppressed.untilTimeLimit(
                        Duration.ofSeconds(1), BufferConfig.maxRecords(2).shutDownWhenFull()))
                .toStream()
                .to("out");
        try (LaneTestDriver driver = driver(builder.build(), StreamsConfig.AT_LEAST_ONCE)) {
            pipe(driver, "in", "a", "1", 1000);
            pipe(driver, "in", "b", "2", 1000);
            pipe(driver, "in", "c", "3", 1000);
            driver.commit();
            driver.commit();
            assertEquals(List.of(), output(driver));
            pipe(driver, "in", "d", "4", 3000);
            driver.commit();
            driver.commit();
            assertEquals(List.of("1", "2", "3"), output(driver));
        }
    }
}
