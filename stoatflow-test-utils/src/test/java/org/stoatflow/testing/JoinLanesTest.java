package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;

/**
 * An outer join over partitions, lanes, commits and restarts gives each pair and each record without a partner once.
 */
class JoinLanesTest {
    private static final long DIFFERENCE_MS = 10;
    private static final Duration GRACE = Duration.ofMillis(200);
    private static final int PARTITIONS = 3;
    private static final int KEYS = 6;
    private static final int RECORDS = 120;
    private static final String END = "end";

    private record Input(boolean left, String key, String value, long timestamp) {}

    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        long time = 1000;
        for (int i = 0; i < RECORDS; i++) {
            time += random.nextInt(5);
            boolean left = random.nextBoolean();
            inputs.add(new Input(left, "k" + random.nextInt(KEYS), (left ? "L" : "R") + i, time));
        }
        return inputs;
    }

    private static List<String> expected(List<Input> inputs) {
        List<String> expected = new ArrayList<>();
        for (Input one : inputs) {
            boolean alone = true;
            for (Input other : inputs) {
                boolean pair = one.left() != other.left()
                        && one.key().equals(other.key())
                        && Math.abs(one.timestamp() - other.timestamp()) <= DIFFERENCE_MS;
                alone &= !pair;
                if (pair && one.left()) {
                    expected.add(
                            one.value() + "+" + other.value() + "@" + Math.max(one.timestamp(), other.timestamp()));
                }
            }
            if (alone) {
                expected.add((one.left() ? one.value() + "+null" : "null+" + one.value()) + "@" + one.timestamp());
            }
        }
        return expected.stream().sorted().toList();
    }

    private static Topology topology(boolean hops) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream("in");
        KStream<String, String> right = builder.stream("more");
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(DIFFERENCE_MS), GRACE);
        (hops ? left.selectKey((key, value) -> key) : left)
                .outerJoin(
                        hops ? right.selectKey((key, value) -> key) : right, (one, other) -> one + "+" + other, windows)
                .to("out");
        return builder.build();
    }

    private static LaneTestDriver driver(Topology topology, long seed) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return LaneTestDriver.of(topology)
                .config(config)
                .partitions("in", PARTITIONS)
                .partitions("more", PARTITIONS)
                .lanes(4)
                .seed(seed)
                .commitInterval(Duration.ofMillis(100))
                .wallClock(Instant.ofEpochMilli(1_000))
                .build();
    }

    private static void pipe(LaneTestDriver driver, Input input) {
        driver.createInputTopic(input.left() ? "in" : "more", new StringSerializer(), new StringSerializer())
                .pipeInput(input.key(), input.value(), input.timestamp());
    }

    /** Pairs of records far ahead, of all keys, which close all windows. */
    private static void close(LaneTestDriver driver) {
        driver.commit();
        driver.advanceWallClockTime(Duration.ofSeconds(2));
        for (int key = 0; key < KEYS; key++) {
            pipe(driver, new Input(true, "k" + key, END, 100_000));
            pipe(driver, new Input(false, "k" + key, END, 100_000));
        }
        driver.commit();
        driver.commit();
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "3,true", "4,true", "1,false", "2,false", "3,false", "4,false"})
    void shouldGiveEachPairAndEachLoneRecordOnce(long seed, boolean hops) {
        Random random = new Random(seed);
        List<Input> inputs = inputs(random);
        try (LaneTestDriver driver = driver(topology(hops), seed)) {
            for (Input input : inputs) {
                pipe(driver, input);
                switch (random.nextInt(30)) {
                    case 0 -> driver.restart();
                    case 1, 2, 3 -> driver.commit();
                    default -> {}
                }
            }
            close(driver);
            List<String> given = driver
                    .createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .stream()
                    .filter(record -> !record.value().contains(END))
                    .map(record -> record.value() + "@" + record.timestamp())
                    .sorted()
                    .toList();
            assertEquals(String.join("\n", expected(inputs)), String.join("\n", given));
        }
    }
}
