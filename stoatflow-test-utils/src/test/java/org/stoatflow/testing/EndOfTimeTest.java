package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.test.TestRecord;

/** Each operator that goes by stream time meets the latest timestamp that there is, and goes on behind it. */
class EndOfTimeTest {
    private static final long END = Long.MAX_VALUE;
    private static final int CALLS_MAX = 100;
    private static final Duration SIZE = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);
    private static final ValueJoiner<String, String, String> BOTH = (left, right) -> left + "+" + right;

    private static Properties config(String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static Topology topology(String operator) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("left");
        KGroupedStream<String, String> grouped = left.groupByKey();
        JoinWindows within = JoinWindows.ofTimeDifferenceAndGrace(SIZE, SIZE);
        KStream<String, String> out = switch (operator) {
            case "join" -> left.join(builder.stream("right"), BOTH, within);
            case "left-join" -> left.leftJoin(builder.stream("right"), BOTH, within);
            case "outer-join" -> left.outerJoin(builder.stream("right"), BOTH, within);
            case "tumbling" ->
                text(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, SIZE)).count());
            case "tumbling-final" ->
                text(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, SIZE))
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count());
            case "sliding" ->
                text(grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, SIZE))
                        .count());
            case "sliding-final" ->
                text(grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, SIZE))
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count());
            case "sessions" ->
                text(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, SIZE))
                        .count());
            case "sessions-final" ->
                text(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, SIZE))
                        .emitStrategy(EmitStrategy.onWindowClose())
                        .count());
            case "sessions-in-memory" ->
                text(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, SIZE))
                        .count(Materialized.as(Stores.inMemorySessionStore("sessions", Duration.ofHours(1)))));
            case "unlimited" -> text(grouped.windowedBy(UnlimitedWindows.of()).count());
            case "suppress" ->
                grouped.count()
                        .suppress(Suppressed.untilTimeLimit(SIZE, BufferConfig.unbounded()))
                        .toStream()
                        .mapValues(String::valueOf);
            case "suppress-at-once" ->
                grouped.count()
                        .suppress(Suppressed.untilTimeLimit(Duration.ZERO, BufferConfig.unbounded()))
                        .toStream()
                        .mapValues(String::valueOf);
            case "suppress-for-ever" ->
                grouped.count()
                        .suppress(Suppressed.untilTimeLimit(LONGEST, BufferConfig.unbounded()))
                        .toStream()
                        .mapValues(String::valueOf);
            case "suppress-closed" ->
                text(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, SIZE))
                        .count(Materialized.with(Serdes.String(), Serdes.Long()))
                        .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
            case "waiting-join" -> waiting(builder, left, SIZE);
            case "waiting-join-at-once" -> waiting(builder, left, Duration.ZERO);
            case "waiting-join-for-ever" -> waiting(builder, left, LONGEST);
            default -> throw new IllegalArgumentException(operator);
        };
        out.to("out");
        return builder.build();
    }

    private static KStream<String, String> text(KTable<Windowed<String>, Long> counts) {
        return counts.toStream((window, count) -> window.toString()).mapValues(String::valueOf);
    }

    private static KStream<String, String> waiting(
            StreamsBuilder builder, KStream<String, String> left, Duration grace) {
        KTable<String, String> table = builder.table(
                "right", Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("table", LONGEST)));
        return left.leftJoin(
                table,
                BOTH,
                Joined.<String, String, String>with(Serdes.String(), Serdes.String(), Serdes.String())
                        .withGracePeriod(grace));
    }

    @ParameterizedTest
    @CsvSource({
        "join",
        "left-join",
        "outer-join",
        "tumbling",
        "tumbling-final",
        "sliding",
        "sliding-final",
        "sessions",
        "sessions-final",
        "sessions-in-memory",
        "unlimited",
        "suppress",
        "suppress-at-once",
        "suppress-for-ever",
        "suppress-closed",
        "waiting-join",
        "waiting-join-at-once",
        "waiting-join-for-ever"
    })
    void shouldGoOnBehindTheLatestTimestamp(String operator) {
        List<String> atOnce = run(operator, StreamsConfig.EXACTLY_ONCE_V2, false);
        List<String> overRestarts = run(operator, StreamsConfig.EXACTLY_ONCE_V2, true);
        if (!operator.endsWith("join")) { // the stores of joins forget by a restart what is late, as Kafka Streams' do
            assertEquals(atOnce, overRestarts, "over restarts");
        }
        run(operator, StreamsConfig.AT_LEAST_ONCE, true);
    }

    /** The results, in the order in which they come; restarted behind each record or not. */
    private static List<String> run(String operator, String guarantee, boolean restarts) {
        // A window of fixed size that ends behind the end of time cannot be made, on Kafka Streams neither.
        long end =
                operator.contains("tumbling") || operator.equals("suppress-closed") ? END - 2 * SIZE.toMillis() : END;
        long[] times = {1_000, end, end, end - 1, end - 20, end - 41, 2_000, 0, end};
        try (LaneTestDriver driver = LaneTestDriver.of(topology(operator))
                .config(config(guarantee))
                .wallClock(Instant.ofEpochMilli(1_000))
                .build()) {
            boolean hasRight = operator.contains("join");
            List<String> topics = hasRight ? List.of("left", "right") : List.of("left");
            for (int i = 0; i < times.length; i++) {
                for (String topic : topics) {
                    input(driver, topic).pipeInput("k", topic + i, times[i]);
                }
                driver.commit();
                if (restarts) {
                    driver.restart();
                }
            }
            input(driver, "left").pipeInput("other", "last", end);
            driver.advanceWallClockTime(Duration.ofSeconds(10));
            List<String> results = new ArrayList<>();
            for (TestRecord<String, String> result : driver.createOutputTopic(
                            "out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()) {
                results.add(result.key() + "=" + result.value() + "@" + result.timestamp());
            }
            return results;
        }
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
        return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
    }

    /** Kafka Streams adds the interval, overflows, and calls the punctuator for ever. */
    @ParameterizedTest
    @CsvSource({"STREAM_TIME", "WALL_CLOCK_TIME"})
    void shouldEndASchedulePastTheEndOfTime(PunctuationType type) {
        List<Long> calls = new ArrayList<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("left")
                .process(() -> new Punctuated(type, calls))
                .to("out");
        try (TopologyTestDriver driver =
                new TopologyTestDriver(builder.build(), config(StreamsConfig.AT_LEAST_ONCE), Instant.ofEpochMilli(1))) {
            input(driver, "left").pipeInput("k", "v", END - 5);
            input(driver, "left").pipeInput("k", "v", END);
            driver.advanceWallClockTime(LONGEST);
            driver.advanceWallClockTime(LONGEST);
            input(driver, "left").pipeInput("k", "v", END);
        }
        boolean byRecords = type == PunctuationType.STREAM_TIME;
        assertEquals(byRecords ? List.of(END - 5, END - 5, END, END) : List.of(END), calls);
    }

    private static final class Punctuated extends ContextualProcessor<String, String, String, String> {
        private final PunctuationType type;
        private final List<Long> calls;

        Punctuated(PunctuationType type, List<Long> calls) {
            this.type = type;
            this.calls = calls;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(Duration.ofMillis(5), type, this::call);
            context.schedule(LONGEST, type, this::call);
        }

        private void call(long now) {
            calls.add(now);
            assertTrue(calls.size() < CALLS_MAX, () -> "it is called for ever: " + calls);
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }
}
