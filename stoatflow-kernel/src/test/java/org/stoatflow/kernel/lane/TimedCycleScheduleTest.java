package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateEngine;

/**
 * The circle of stages of a foreign-key join, with caches, windows and a punctuator, under thousands of schedules and
 * through crashes: no lane waits for ever, and each record goes round once.
 */
class TimedCycleScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 600);
    private static final int RECORDS_MAX = 26;
    private static final long ROOM = 1 << 20;

    private final long seed = Long.getLong("stoatflow.test.seed", 20_260_301);

    /** The outcome of a run: the last output of each key. */
    private record Outcome(Map<String, String> last) {
        String own(String key) {
            return last.getOrDefault(key, ":/").replaceAll("^\\d+:|/.*", "");
        }

        /** The answers to the key, one by one. */
        List<String> answers(String key) {
            String answers = last.getOrDefault(key, "/").replaceAll("^.*?/", "");
            return Arrays.stream(answers.split("!"))
                    .filter(one -> !one.isEmpty())
                    .toList();
        }
    }

    @Test
    void shouldPutTheTimerBeforeWhatItReaches() {
        Plan plan = new SteppedLanes(CachedShapes.timedCycle(true), true, ROOM, 1, 2, List.of(), seed).plan();
        Entry timer = plan.entries().stream()
                .filter(Entry.Timer.class::isInstance)
                .findFirst()
                .orElseThrow();
        Entry hop = plan.entries().stream()
                .filter(entry -> entry.name().equals("hop"))
                .findFirst()
                .orElseThrow();

        assertEquals(0, timer.stage());
        assertTrue(plan.graph().isUpstream(timer.id(), hop.id()));
    }

    @Test
    void shouldSendEverythingRoundOnceByKey() {
        everySchedule(random -> requireOnce(random, false, 1));
    }

    @Test
    void shouldSendEverythingRoundOnceWithAPunctuator() {
        everySchedule(random -> requireOnce(random, true, 1));
    }

    @Test
    void shouldSendEverythingRoundOnceThroughCrashes() {
        everySchedule(random -> requireOnce(random, random.nextBoolean(), 2 + random.nextInt(3)));
    }

    @Test
    void shouldLoseNothingWhereEpochsAreNotIsolated() {
        everySchedule(random -> {
            List<ConsumerRecord<byte[], byte[]>> input = input(random);
            Outcome outcome = run(random, random.nextBoolean(), false, input, 1 + random.nextInt(3));
            for (ConsumerRecord<byte[], byte[]> record : input) {
                assertTrue(outcome.own(key(record)).contains(value(record)), () -> value(record) + " in " + outcome);
            }
            closed(input)
                    .forEach((key, windows) -> windows.forEach(window -> assertTrue(
                            outcome.answers(next(key)).stream().anyMatch(answer -> answer.startsWith(window)),
                            () -> window + " of " + key + " in " + outcome)));
        });
    }

    private interface Check {
        void run(Random random);
    }

    private void everySchedule(Check check) {
        for (int i = 0; i < SCHEDULES; i++) {
            try {
                check.run(new Random(seed + i));
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dstoatflow.test.seed=" + (seed + i), failure);
            }
        }
    }

    private static void requireOnce(Random random, boolean punctuates, int lives) {
        List<ConsumerRecord<byte[], byte[]>> input = input(random);
        Outcome outcome = run(random, punctuates, true, input, lives);
        Map<String, String> own = new TreeMap<>();
        input.forEach(record -> own.merge(key(record), value(record), String::concat));
        own.forEach((key, values) -> assertEquals(values, outcome.own(key), () -> key + " of " + outcome));
        Map<String, List<String>> closed = closed(input);
        for (int number = 0; number < FlushScheduleTest.KEYS; number++) {
            String key = String.valueOf(number);
            List<String> windows = outcome.answers(next(key)).stream()
                    .filter(answer -> answer.matches("\\d+:\\d+"))
                    .sorted()
                    .toList();
            assertEquals(counted(closed.getOrDefault(key, List.of()), input, key), windows, () -> key + " " + outcome);
        }
        requireTicksInOrder(outcome);
    }

    /** Requires that the counts which each punctuator forwards come out once, in order, and without a gap. */
    private static void requireTicksInOrder(Outcome outcome) {
        for (int partition = 0; partition < SteppedLanes.PARTITIONS; partition++) {
            String prefix = partition + ".";
            List<Integer> ticks = outcome.answers(next(String.valueOf(partition))).stream()
                    .filter(answer -> answer.startsWith(prefix))
                    .map(answer -> Integer.parseInt(answer.substring(prefix.length())))
                    .toList();
            assertEquals(IntStream.rangeClosed(1, ticks.size()).boxed().toList(), ticks);
        }
    }

    private static Outcome run(
            Random random,
            boolean punctuates,
            boolean exactlyOnce,
            List<ConsumerRecord<byte[], byte[]>> input,
            int lives) {
        Map<String, String> last = new TreeMap<>();
        StateEngine state = null;
        int done = 0;
        for (int life = 1; life <= lives; life++) {
            SteppedLanes lanes = new SteppedLanes(
                    CachedShapes.timedCycle(punctuates),
                    exactlyOnce,
                    random.nextBoolean() ? ROOM : 1 + random.nextInt(1_500),
                    1 + random.nextInt(3),
                    1 + random.nextInt(3),
                    input.subList(done, input.size()),
                    random.nextLong(),
                    state);
            List<SteppedLanes.Committed> commits = life < lives ? lanes.runAndDie(random.nextInt(400)) : lanes.run();
            for (SteppedLanes.Committed commit : commits) {
                commit.output().forEach(line -> {
                    int at = line.indexOf('=');
                    last.put(line.substring(0, at), line.substring(at + 1));
                });
            }
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        return new Outcome(last);
    }

    /** The windows of each key that are due at the highest timestamp of its partition, as "start:". */
    private static Map<String, List<String>> closed(List<ConsumerRecord<byte[], byte[]>> input) {
        Map<Integer, Long> times = new HashMap<>();
        input.forEach(record -> times.merge(record.partition(), record.timestamp(), Math::max));
        Map<String, List<String>> closed = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : input) {
            long start = start(record);
            List<String> ofKey = closed.computeIfAbsent(key(record), key -> new ArrayList<>());
            if (start + CachedShapes.WINDOW_MS + CachedShapes.GRACE_MS <= times.get(record.partition())
                    && !ofKey.contains(start + ":")) {
                ofKey.add(start + ":");
            }
        }
        return closed;
    }

    private static List<String> counted(List<String> windows, List<ConsumerRecord<byte[], byte[]>> input, String key) {
        return windows.stream()
                .map(window -> window
                        + input.stream()
                                .filter(record -> key(record).equals(key) && (start(record) + ":").equals(window))
                                .count())
                .sorted()
                .toList();
    }

    private static long start(ConsumerRecord<byte[], byte[]> record) {
        return record.timestamp() - record.timestamp() % CachedShapes.WINDOW_MS;
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int offset = 0; offset < size; offset++) {
            String key = String.valueOf(random.nextInt(FlushScheduleTest.KEYS));
            int partition = Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
            input.add(SteppedLanes.record(partition, offset, key, String.valueOf((char) ('a' + offset))));
        }
        return input;
    }

    private static String next(String key) {
        return String.valueOf((Integer.parseInt(key) + 1) % FlushScheduleTest.KEYS);
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    private static String value(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }
}
