package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Aggregator;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalTopology;

/**
 * Which results of closed windows a start forwards that has its state folder, and one that has lost it: all rows are
 * restored then, and the clocks begin at the latest times of the changelog, or anew (docs/design/017, "After the state
 * folder was lost").
 */
class LostClocksTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 150);
    private static final int RECORDS = 40;
    private static final int FIRST_RECORDS = 36; // the second life has some of each key
    private static final long SIZE_MS = 6;
    private static final long GRACE_MS = 10;
    private static final String STORE = "windows";
    private static final Aggregator<String, String, String> ALL = (key, value, all) -> all + value;
    private static final Aggregator<String, String, String> DELETING =
            (key, value, all) -> value.endsWith("5") || value.endsWith("0") ? null : all + value;

    private final long seed = Long.getLong("stoatflow.test.seed", 42);

    /** By which way the records come to the operator. */
    enum Way {
        IN_ORDER {
            @Override
            KStream<String, String> of(KStream<String, String> all) {
                return all;
            }
        },
        TWO_HOPS {
            @Override
            KStream<String, String> of(KStream<String, String> all) {
                return side(all, "L").merge(side(all, "R"));
            }
        };

        abstract KStream<String, String> of(KStream<String, String> all);

        private static KStream<String, String> side(KStream<String, String> all, String first) {
            return all.filter((key, value) -> value.startsWith(first))
                    .repartition(Repartitioned.<String, String>as(first)
                            .withKeySerde(Serdes.String())
                            .withValueSerde(Serdes.String())
                            .withNumberOfPartitions(SteppedLanes.PARTITIONS));
        }
    }

    /** What is aggregated, and when it is forwarded. */
    enum Program {
        WINDOWS_UPDATED(false, false, ALL),
        WINDOWS_UPDATED_AND_DELETED(false, false, DELETING),
        WINDOWS_CLOSED(false, true, ALL),
        WINDOWS_CLOSED_AND_DELETED(false, true, DELETING),
        SESSIONS_UPDATED(true, false, ALL),
        SESSIONS_CLOSED(true, true, ALL),
        SESSIONS_CLOSED_AND_DELETED(true, true, DELETING);

        private final boolean sessions;
        private final EmitStrategy emit;
        private final Aggregator<String, String, String> aggregator;

        Program(boolean sessions, boolean closed, Aggregator<String, String, String> aggregator) {
            this.sessions = sessions;
            this.emit = closed ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate();
            this.aggregator = aggregator;
        }

        LogicalTopology topology() {
            return sessions ? ofSessions() : LostClocksTest.topology(Way.IN_ORDER, aggregator, emit);
        }

        private LogicalTopology ofSessions() {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()))
                    .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                    .windowedBy(SessionWindows.ofInactivityGapAndGrace(
                            Duration.ofMillis(SIZE_MS), Duration.ofMillis(GRACE_MS)))
                    .emitStrategy(emit)
                    .aggregate(
                            () -> "",
                            aggregator,
                            (key, one, other) -> one + "+" + other,
                            Materialized.<String, String>as(Stores.inMemorySessionStore(STORE, Duration.ofHours(1)))
                                    .withKeySerde(Serdes.String())
                                    .withValueSerde(Serdes.String()))
                    .toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                            + key.window().end())
                    .mapValues(value -> value == null ? "none" : value)
                    .to("out", Produced.with(Serdes.String(), Serdes.String()));
            return TopologyAccess.logical(builder.build());
        }
    }

    /**
     * What came of two lives.
     *
     * @param done the number of input records that the first life has committed
     * @param output sink records as "key=value"
     */
    private record Lives(int done, List<String> output) {}

    /**
     * What was forwarded in two lives.
     *
     * @param closed the windows that have closed by the end
     * @param closedBefore those of them that had closed with the input that the first life has committed
     * @param times how often a window was forwarded
     */
    private record Forwarded(Set<String> closed, Set<String> closedBefore, Map<String, Integer> times) {
        Set<String> missing() {
            Set<String> missing = new TreeSet<>(closed);
            missing.removeAll(times.keySet());
            return missing;
        }

        boolean isAnyTwice() {
            return times.values().stream().anyMatch(count -> count > 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldForwardEachWindowOnceExactlyOnceWithItsFolder(Way way) {
        for (int i = 0; i < SCHEDULES; i++) {
            requireOnce(twoLives(way, ALL, true, false, seed + i), seed + i);
        }
    }

    /** The latest record was logged, so the changelog tells which windows its epoch has forwarded. */
    @Test
    void shouldForwardEachWindowOnceExactlyOnceWithoutItsFolderWhereRecordsComeInOrder() {
        for (int i = 0; i < SCHEDULES; i++) {
            requireOnce(twoLives(Way.IN_ORDER, ALL, true, true, seed + i), seed + i);
        }
    }

    /** A record that was late before the crash is late after it, and what was forwarded is not forwarded again. */
    @ParameterizedTest
    @EnumSource(Program.class)
    void shouldGiveWhatALifeWithoutACrashGivesExactlyOnceWithoutItsFolderWhereRecordsComeInOrder(Program program) {
        int dropped = 0;
        for (int i = 0; i < SCHEDULES; i++) {
            List<ConsumerRecord<byte[], byte[]>> input = shuffled(new Random(seed + i));
            SteppedLanes whole = new SteppedLanes(program.topology(), true, 0, 2, 1, input, seed + i);
            List<String> expected = whole.run().stream()
                    .flatMap(commit -> commit.output().stream())
                    .toList();
            String results = String.join(" ", expected);
            dropped += (int) input.stream()
                    .filter(record -> !results.contains(new String(record.value(), StandardCharsets.UTF_8)))
                    .count();
            List<String> found = lives(program.topology(), input, true, true, new Random(seed + i))
                    .output();
            assertEquals(sorted(expected), sorted(found), program + " -Dstoatflow.test.seed=" + (seed + i));
        }
        assertTrue(dropped > 0, "no record was late");
    }

    private static List<String> sorted(List<String> results) {
        return results.stream().sorted().toList();
    }

    /** Half of the records are late, some by more than their windows stay open. */
    private static List<ConsumerRecord<byte[], byte[]>> shuffled(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String key = String.valueOf(random.nextInt(3));
            long lateMs = random.nextBoolean() ? random.nextInt(40) : 0;
            input.add(SteppedLanes.record(partition(key), i, 100 + 4L * i - lateMs, key, "v" + (10 + i)));
        }
        return input;
    }

    private static void requireOnce(Forwarded forwarded, long seed) {
        Map<String, Integer> once = new TreeMap<>();
        forwarded.closed().forEach(window -> once.put(window, 1));
        assertEquals(once, forwarded.times(), "-Dstoatflow.test.seed=" + seed);
    }

    /** The rows do not tell it where windows are forwarded an epoch later. What closes afterwards is forwarded. */
    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"TWO_HOPS"})
    void shouldLeaveOutOnlyWhatTheLastEpochHasClosedExactlyOnceWithoutItsFolderBehindTwoHops(Way way) {
        int left = 0;
        for (int i = 0; i < SCHEDULES; i++) {
            Forwarded forwarded = twoLives(way, ALL, true, true, seed + i);
            String message = "-Dstoatflow.test.seed=" + (seed + i);
            assertTrue(!forwarded.isAnyTwice(), message);
            assertTrue(forwarded.closedBefore().containsAll(forwarded.missing()), message);
            left += forwarded.missing().size();
        }
        assertTrue(left > 0, "docs/design/017 and COMPATIBILITY say that results may be left out");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldForwardEachWindowAgainAtLeastOnceWithoutItsFolder(Way way) {
        boolean twice = false;
        for (int i = 0; i < SCHEDULES; i++) {
            Forwarded forwarded = twoLives(way, ALL, false, true, seed + i);
            assertEquals(Set.of(), forwarded.missing(), "-Dstoatflow.test.seed=" + (seed + i));
            twice |= forwarded.isAnyTwice();
        }
        assertTrue(twice, "docs/design/017 and COMPATIBILITY say that windows may be forwarded again");
    }

    private static Forwarded twoLives(
            Way way, Aggregator<String, String, String> aggregator, boolean exactlyOnce, boolean lost, long seed) {
        Random random = new Random(seed);
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String key = String.valueOf(i < FIRST_RECORDS ? random.nextInt(3) : i % 3);
            String value = (random.nextBoolean() ? "L" : "R") + i;
            input.add(SteppedLanes.record(partition(key), i, 100 + 4L * i, key, value));
        }
        Lives lives = lives(topology(way, aggregator, EmitStrategy.onWindowClose()), input, exactlyOnce, lost, random);
        Map<String, Integer> times = new TreeMap<>();
        lives.output().forEach(result -> times.merge(result.substring(0, result.indexOf('=')), 1, Integer::sum));
        return new Forwarded(closedBy(input), closedBy(input.subList(0, lives.done())), times);
    }

    /** Two lives, the first of which dies; if its folder is lost, the second knows what the changelogs tell. */
    private static Lives lives(
            LogicalTopology topology,
            List<ConsumerRecord<byte[], byte[]>> input,
            boolean exactlyOnce,
            boolean lost,
            Random random) {
        SteppedLanes first = new SteppedLanes(
                topology, exactlyOnce, 0, 2, 1 + random.nextInt(3), input.subList(0, FIRST_RECORDS), random.nextLong());
        List<SteppedLanes.Committed> commits = new ArrayList<>(first.runAndDie(100 + random.nextInt(300)));
        int done = commits.isEmpty() ? 0 : commits.getLast().records();
        if (lost) {
            forgetClocks(first.state());
            if (exactlyOnce) {
                StateBatch restored = new StateBatch(0);
                new StoredClocks(first.plan(), times(input.subList(0, done)))
                        .raise(first.state(), (store, partition) -> false, first::loggedMs, restored);
                first.state().apply(restored);
            }
        }
        SteppedLanes second = new SteppedLanes(
                topology, exactlyOnce, 0, 2, 1, input.subList(done, RECORDS), random.nextLong(), first.state());
        commits.addAll(second.run());
        return new Lives(
                done,
                commits.stream().flatMap(commit -> commit.output().stream()).toList());
    }

    /** The time of each partition that is committed with its offset. */
    private static Map<TopicPartition, Long> times(List<ConsumerRecord<byte[], byte[]>> committed) {
        Map<TopicPartition, Long> times = new HashMap<>();
        for (int partition = 0; partition < SteppedLanes.PARTITIONS; partition++) {
            times.put(new TopicPartition(SteppedLanes.INPUT, partition), -1L);
        }
        committed.forEach(record ->
                times.merge(new TopicPartition(record.topic(), record.partition()), record.timestamp(), Math::max));
        return times;
    }

    private static void forgetClocks(StateEngine state) {
        StateBatch batch = new StateBatch(0);
        for (int partition = 0; partition < SteppedLanes.PARTITIONS; partition++) {
            for (String kind : List.of("operator", "forwarded")) {
                String name = "time." + kind + ".store." + STORE + "_" + partition;
                new StoredClocks.Row(name, StoredClocks.UNKNOWN).addTo(batch);
            }
        }
        state.apply(batch);
    }

    private static Set<String> closedBy(List<ConsumerRecord<byte[], byte[]>> input) {
        Set<String> closed = new TreeSet<>();
        for (ConsumerRecord<byte[], byte[]> record : input) {
            long start = record.timestamp() - record.timestamp() % SIZE_MS;
            if (input.stream()
                    .anyMatch(other -> other.partition() == record.partition()
                            && other.timestamp() >= start + SIZE_MS + GRACE_MS)) {
                closed.add(new String(record.key(), StandardCharsets.UTF_8) + "@" + start);
            }
        }
        return closed;
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    private static LogicalTopology topology(Way way, Aggregator<String, String, String> aggregator, EmitStrategy emit) {
        StreamsBuilder builder = new StreamsBuilder();
        way.of(builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String())))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(SIZE_MS), Duration.ofMillis(GRACE_MS)))
                .emitStrategy(emit)
                .aggregate(
                        () -> "",
                        aggregator,
                        Materialized.<String, String>as(Stores.inMemoryWindowStore(
                                        STORE, Duration.ofHours(1), Duration.ofMillis(SIZE_MS), false))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String()))
                .toStream((key, value) -> key.key() + "@" + key.window().start())
                .mapValues(value -> value == null ? "none" : value)
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }
}
