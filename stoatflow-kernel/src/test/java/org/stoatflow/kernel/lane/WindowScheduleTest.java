package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.topology.LogicalTopology;

/**
 * Windows whose records come in order and over two hops, which lanes take in any order: nothing is late, nothing is
 * forgotten, under many schedules. And what is behind a hop that hardly moves finds its rows again after a crash.
 */
class WindowScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 150);
    private static final int RECORDS = 60;
    private static final long SIZE_MS = 6;
    private static final long GRACE_MS = 10;
    private static final long FAR_MS = 60_000; // beyond a segment
    private static final String SPLIT = ",";
    private static final Aggregator<String, String, String> ALL = (key, value, all) -> all + SPLIT + value;

    private final long seed = Long.getLong("stoatflow.test.seed", 42);

    /** A program, and what it makes of the left and right records. */
    enum Shape {
        COGROUP {
            @Override
            KTable<Windowed<String>, String> windows(KStream<String, String> left, KStream<String, String> right) {
                return grouped(left)
                        .cogroup(ALL)
                        .cogroup(grouped(right), ALL)
                        .windowedBy(WINDOWS)
                        .aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String()));
            }
        },
        FINAL_RESULTS {
            @Override
            KTable<Windowed<String>, String> windows(KStream<String, String> left, KStream<String, String> right) {
                return aggregated(
                        grouped(left.merge(right)).windowedBy(WINDOWS).emitStrategy(EmitStrategy.onWindowClose()));
            }
        },
        JOINED_TABLES {
            @Override
            KTable<Windowed<String>, String> windows(KStream<String, String> left, KStream<String, String> right) {
                return aggregated(grouped(left).windowedBy(WINDOWS))
                        .outerJoin(
                                aggregated(grouped(right).windowedBy(WINDOWS)),
                                (one, other) -> (one == null ? "" : one) + (other == null ? "" : other));
            }
        };

        private static final TimeWindows WINDOWS =
                TimeWindows.ofSizeAndGrace(Duration.ofMillis(SIZE_MS), Duration.ofMillis(GRACE_MS));

        abstract KTable<Windowed<String>, String> windows(KStream<String, String> left, KStream<String, String> right);

        static KGroupedStream<String, String> grouped(KStream<String, String> stream) {
            return stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        }

        static KTable<Windowed<String>, String> aggregated(TimeWindowedKStream<String, String> windows) {
            return windows.aggregate(() -> "", ALL, Materialized.with(Serdes.String(), Serdes.String()));
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldHaveEachRecordBehindTwoHops(Shape shape) {
        for (int i = 0; i < SCHEDULES; i++) {
            requireAll(shape, true, seed + i);
            requireAll(shape, false, seed + i);
        }
    }

    private static void requireAll(Shape shape, boolean exactlyOnce, long seed) {
        Random random = new Random(seed);
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        Map<String, Set<String>> expected = new TreeMap<>();
        Map<Integer, Long> latest = new HashMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        for (int i = 0; i < RECORDS; i++) {
            String key = String.valueOf(random.nextInt(3));
            String value = (random.nextBoolean() ? "L" : "R") + i;
            long timestamp = 100 + 4L * i;
            String window = key + "@" + (timestamp - timestamp % SIZE_MS);
            latest.put(partition(key), timestamp);
            partitions.put(window, partition(key));
            input.add(SteppedLanes.record(partition(key), i, timestamp, key, value));
            expected.computeIfAbsent(window, any -> new TreeSet<>()).add(value);
        }
        if (shape == Shape.FINAL_RESULTS) {
            expected.keySet().removeIf(window -> !isClosed(window, latest.get(partitions.get(window))));
        }
        SteppedLanes lanes =
                new SteppedLanes(topology(shape), exactlyOnce, 0, 2, 1 + random.nextInt(3), input, random.nextLong());
        Map<String, Set<String>> given = new TreeMap<>();
        lanes.run()
                .forEach(commit -> commit.output().forEach(result -> {
                    String[] parts = result.split("=", 2);
                    Set<String> values = new TreeSet<>(List.of(parts[1].split(SPLIT)));
                    values.remove("");
                    given.put(parts[0], values);
                }));
        assertEquals(expected, given, shape + ", exactlyOnce=" + exactlyOnce + ", -Dstoatflow.test.seed=" + seed);
    }

    private static boolean isClosed(String window, long latestMs) {
        return Long.parseLong(window.substring(window.indexOf('@') + 1)) + SIZE_MS + GRACE_MS <= latestMs;
    }

    private static LogicalTopology topology(Shape shape) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all =
                builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()));
        shape.windows(side(all, "L"), side(all, "R"))
                .toStream((key, value) -> key.key() + "@" + key.window().start())
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }

    private static KStream<String, String> side(KStream<String, String> all, String first) {
        return all.filter((key, value) -> value.startsWith(first)).repartition(hop(first));
    }

    private static Repartitioned<String, String> hop(String name) {
        return Repartitioned.<String, String>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String())
                .withNumberOfPartitions(SteppedLanes.PARTITIONS);
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    // ---- crashes while a hop hardly moves

    private record Input(String key, String value, long timestamp) {}

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldFindRowsAgainThatExpiredWhileResultsWereOnTheirWay(boolean exactlyOnce) {
        for (int i = 0; i < 2 * SCHEDULES; i++) {
            requirePairs(exactlyOnce, seed + i);
        }
    }

    private static void requirePairs(boolean exactlyOnce, long seed) {
        Random random = new Random(seed);
        List<Input> input = new ArrayList<>();
        long timestamp = 0;
        for (int i = 0; i < RECORDS; i++) {
            timestamp += random.nextInt(4) == 0 ? 8 * FAR_MS : FAR_MS / 6;
            input.add(new Input("" + random.nextInt(2), (random.nextBoolean() ? "L" : "R") + i, timestamp));
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Input in : input) {
            records.add(SteppedLanes.record(partition(in.key()), records.size(), in.timestamp(), in.key(), in.value()));
        }
        Set<String> given = new HashSet<>();
        StateEngine state = null;
        int done = 0;
        int lives = 2 + random.nextInt(4);
        for (int life = 1; life <= lives; life++) {
            List<ConsumerRecord<byte[], byte[]>> rest = records.subList(done, RECORDS);
            SteppedLanes lanes = new SteppedLanes(pairs(), exactlyOnce, 0, 2, 256, rest, random.nextLong(), state);
            List<SteppedLanes.Committed> commits =
                    life < lives ? lanes.starving().runAndDie(random.nextInt(400)) : lanes.run();
            commits.forEach(commit -> given.addAll(commit.output()));
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        assertEquals(pairsOf(input), new TreeSet<>(given), "-Dstoatflow.test.seed=" + seed);
    }

    private static Set<String> pairsOf(List<Input> input) {
        Set<String> pairs = new TreeSet<>();
        for (Input left : input) {
            for (Input right : input) {
                if (left.value().startsWith("L")
                        && right.value().startsWith("R")
                        && left.key().equals(right.key())
                        && Math.abs(left.timestamp() - right.timestamp()) <= FAR_MS) {
                    pairs.add(left.key() + "=" + left.value() + "+" + right.value());
                }
            }
        }
        return pairs;
    }

    private static LogicalTopology pairs() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all =
                builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()));
        all.filter((key, value) -> value.startsWith("L"))
                .join(
                        all.filter((key, value) -> value.startsWith("R")),
                        (left, right) -> left + "+" + right,
                        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(FAR_MS)),
                        StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
                .repartition(hop("results"))
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }
}
