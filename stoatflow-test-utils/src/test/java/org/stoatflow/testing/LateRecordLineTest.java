package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindows;

/** What the log says of a record whose window has closed: as in Kafka Streams all from which one sees why. */
class LateRecordLineTest {
    private static final String LOGGER = "org.stoatflow.operator.DropLog";
    private static final Duration TEN = Duration.ofMillis(10);

    private record Late(Aggregation aggregation, String said) {}

    @FunctionalInterface
    private interface Aggregation {
        void of(KGroupedStream<String, String> grouped);
    }

    static Stream<Late> late() {
        return Stream.of(
                new Late(
                        grouped -> grouped.windowedBy(TimeWindows.ofSizeAndGrace(TEN, Duration.ofMillis(5)))
                                .count(),
                        "timestamp=3 window=[0,10) expiration=95 streamTime=100"),
                new Late(
                        grouped -> grouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(TEN))
                                .count(),
                        "timestamp=3 window=[3,3) expiration=90 streamTime=100"),
                new Late(
                        grouped -> grouped.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(TEN))
                                .count(),
                        "timestamp=3 window=[3,13) expiration=100 streamTime=100"));
    }

    @ParameterizedTest
    @MethodSource("late")
    void shouldSayTimestampWindowAndStreamTime(Late late) {
        StreamsBuilder builder = new StreamsBuilder();
        late.aggregation().of(builder.<String, String>stream("in").groupByKey());
        String line = said(new TopologyTestDriver(builder.build(), config(), Instant.EPOCH));
        assertTrue(line.contains("topic=in partition=0 offset=1 " + late.said()), line);
    }

    /** No topic of the cluster has the name that a record has behind a hop. */
    @Test
    void shouldSayWhichTopicTheRecordWasReadFrom() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .repartition(Repartitioned.as("once"))
                .groupBy((key, value) -> value, Grouped.as("twice"))
                .windowedBy(TimeWindows.ofSizeWithNoGrace(TEN))
                .count();
        String line = said(LaneTestDriver.of(builder.build())
                .config(config())
                .partitions(1)
                .lanes(1)
                .build());
        assertTrue(line.contains("twice-repartition partition=0 offset=1 (of in) timestamp=3"), line);
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static String said(TopologyTestDriver made) {
        Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try (TopologyTestDriver driver = made) {
            TestInputTopic<String, String> in =
                    driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
            in.pipeInput("key", "v", 100);
            in.pipeInput("key", "v", 3);
        } finally {
            logger.detachAppender(lines);
        }
        assertEquals(1, lines.list.size());
        return lines.list.getFirst().getFormattedMessage();
    }
}
