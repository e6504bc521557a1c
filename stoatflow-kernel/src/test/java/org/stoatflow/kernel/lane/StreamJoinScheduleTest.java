package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.topology.LogicalTopology;

/**
 * Inner and outer joins of the left and the right records of a topic, whose results go over a hop, under thousands of
 * schedules and through crashes: all pairs, and all records that have no partner, and nothing else.
 */
class StreamJoinScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 600);
    private static final int RECORDS_MAX = 40;
    private static final int KEYS = 3;
    private static final long DIFFERENCE_MS = 6;
    private static final long DISORDER_MS = 10;
    private static final long STEP_MS = 4;
    private static final String NOBODY = "-";
    private static final Repartitioned<String, String> STRINGS =
            Repartitioned.with(Serdes.String(), Serdes.String()).withNumberOfPartitions(SteppedLanes.PARTITIONS);

    private final long seed = Long.getLong("stoatflow.test.seed", 20_261_123);

    /** A record of a side; values begin with L or R. */
    private record Input(String key, String value, long timestamp) {
        boolean isLeft() {
            return value.startsWith("L");
        }

        boolean isPartnerOf(Input other) {
            return isLeft() != other.isLeft()
                    && key.equals(other.key)
                    && Math.abs(timestamp - other.timestamp) <= DIFFERENCE_MS;
        }
    }

    private record Shape(boolean outer, boolean hops) {}

    @Test
    void shouldGiveEachResultOnce() {
        everySchedule(random -> requireAll(random, false, true, 1));
    }

    @Test
    void shouldGiveEachResultOnceThroughCrashes() {
        everySchedule(random -> requireAll(random, false, true, 2 + random.nextInt(3)));
    }

    @Test
    void shouldGiveEachResultWhereEpochsAreNotIsolated() {
        everySchedule(random -> requireAll(random, false, false, 2 + random.nextInt(3)));
    }

    @Test
    void shouldGiveEachResultOnceBehindTwoHops() {
        everySchedule(random -> requireAll(random, true, true, 1));
    }

    @Test
    void shouldGiveEachResultOnceBehindTwoHopsThroughCrashes() {
        everySchedule(random -> requireAll(random, true, true, 2 + random.nextInt(3)));
    }

    @Test
    void shouldGiveEachResultBehindTwoHopsWhereEpochsAreNotIsolated() {
        everySchedule(random -> requireAll(random, true, false, 2 + random.nextInt(3)));
    }

    private void everySchedule(Consumer<Random> check) {
        for (int i = 0; i < SCHEDULES; i++) {
            try {
                check.accept(new Random(seed + i));
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dstoatflow.test.seed=" + (seed + i), failure);
            }
        }
    }

    /**
     * Where epochs are not isolated, a result may come again, with the record that has brought it about. Where they are
     * and records come in order, lone records are forwarded once in a second, so that some are still to come.
     */
    private static void requireAll(Random random, boolean hops, boolean exactlyOnce, int lives) {
        Shape shape = new Shape(random.nextBoolean(), hops);
        List<Input> inputs = inputs(random);
        List<String> given = run(shape, random, exactlyOnce, inputs, lives);
        List<String> results = (exactlyOnce ? given.stream() : given.stream().distinct())
                .sorted()
                .toList();
        boolean throttled = exactlyOnce && !hops;
        List<String> expected = expected(shape, inputs).stream()
                .filter(result -> !throttled || !result.contains(NOBODY) || results.contains(result))
                .toList();
        assertEquals(expected, results, shape::toString);
    }

    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int i = 0; i < size; i++) {
            String side = random.nextBoolean() ? "L" : "R";
            long timestamp = 100 + STEP_MS * i - random.nextLong(DISORDER_MS);
            inputs.add(new Input(String.valueOf(random.nextInt(KEYS)), side + i, timestamp));
        }
        return inputs;
    }

    /** All pairs, and of an outer join the lone records whose windows have closed by the time of their partition. */
    private static List<String> expected(Shape shape, List<Input> inputs) {
        List<String> expected = new ArrayList<>();
        for (Input one : inputs) {
            List<Input> partners = inputs.stream().filter(one::isPartnerOf).toList();
            if (one.isLeft()) {
                partners.forEach(partner -> expected.add(result(one, one.value(), partner.value())));
            }
            if (shape.outer()
                    && partners.isEmpty()
                    && one.timestamp() + DIFFERENCE_MS + DISORDER_MS < time(one, inputs)) {
                expected.add(one.isLeft() ? result(one, one.value(), NOBODY) : result(one, NOBODY, one.value()));
            }
        }
        return expected.stream().sorted().toList();
    }

    private static String result(Input of, String left, String right) {
        return of.key() + "=" + left + "+" + right;
    }

    private static long time(Input of, List<Input> inputs) {
        return inputs.stream()
                .filter(other -> partition(other.key()) == partition(of.key()))
                .mapToLong(Input::timestamp)
                .max()
                .orElseThrow();
    }

    private static List<String> run(Shape shape, Random random, boolean exactlyOnce, List<Input> inputs, int lives) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Input input : inputs) {
            records.add(SteppedLanes.record(
                    partition(input.key()), records.size(), input.timestamp(), input.key(), input.value()));
        }
        List<String> output = new ArrayList<>();
        StateEngine state = null;
        int done = 0;
        for (int life = 1; life <= lives; life++) {
            SteppedLanes lanes = new SteppedLanes(
                    topology(shape),
                    exactlyOnce,
                    0,
                    1 + random.nextInt(3),
                    1 + random.nextInt(3),
                    records.subList(done, records.size()),
                    random.nextLong(),
                    state);
            List<SteppedLanes.Committed> commits = life < lives ? lanes.runAndDie(random.nextInt(300)) : lanes.run();
            commits.forEach(commit -> output.addAll(commit.output()));
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        return output;
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    private static LogicalTopology topology(Shape shape) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all =
                builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()));
        KStream<String, String> left = side(all, "L", shape.hops());
        KStream<String, String> right = side(all, "R", shape.hops());
        JoinWindows windows =
                JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(DIFFERENCE_MS), Duration.ofMillis(DISORDER_MS));
        StreamJoined<String, String, String> serdes =
                StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String());
        KStream<String, String> joined = shape.outer()
                ? left.outerJoin(right, StreamJoinScheduleTest::joined, windows, serdes)
                : left.join(right, StreamJoinScheduleTest::joined, windows, serdes);
        joined.repartition(STRINGS.withName("results")).to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }

    private static KStream<String, String> side(KStream<String, String> all, String first, boolean hops) {
        KStream<String, String> side = all.filter((key, value) -> value.startsWith(first));
        return hops ? side.repartition(STRINGS.withName(first)) : side;
    }

    private static String joined(String left, String right) {
        return (left == null ? NOBODY : left) + "+" + (right == null ? NOBODY : right);
    }
}
