package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.topology.LogicalTopology;

/**
 * Flushes under thousands of schedules: no lane waits for ever, each cache is flushed once, results are a serial run's.
 */
class FlushScheduleTest {
    static final int KEYS = 3;
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 1_500);
    private static final int RECORDS_MAX = 26;
    private static final long ROOM = 1 << 20;
    private static final long NO_ROOM = 1_500;

    private final long seed = Long.getLong("stoatflow.test.seed", 20_260_101);

    @Test
    void shouldPutEachEntryAfterWhatFeedsIt() {
        Plan plan = lanes(CachedShapes.cycle(), true, ROOM, List.of(), 0).plan();
        List<String> left =
                plan.stages().getFirst().entries().stream().map(Entry::name).toList();

        assertEquals(List.of("src", "the cache of store c1", "resp", "the cache of store c2"), left);
        assertTrue(isUpstream(plan, "src", "hop"));
        assertTrue(isUpstream(plan, "the cache of store c1", "hop"));
        assertTrue(isUpstream(plan, "resp", "the cache of store c2"));
        assertTrue(isUpstream(plan, "the cache of store c2", "hop2"));
    }

    @Test
    void shouldPutAFlushBeforeTheFlushThatItFeeds() {
        Plan plan = lanes(CachedShapes.chain(), true, ROOM, List.of(), 0).plan();

        assertTrue(isUpstream(plan, "the cache of store c1", "the cache of store c2"));
        assertTrue(plan.entries().stream()
                .filter(Entry.HopEnd.class::isInstance)
                .allMatch(hop -> isUpstream(plan, "the cache of store c2", hop.name())
                        && isUpstream(plan, hop.name(), "the cache of store c3")));
    }

    @Test
    void shouldGiveASerialRunsResultsInAChain() {
        everySchedule((random, input, schedule) -> {
            List<SteppedLanes.Committed> commits =
                    lanes(CachedShapes.chain(), true, ROOM, input, schedule).run();
            assertEquals(serialChain(input, commits), outputs(commits));
        });
    }

    @Test
    void shouldGiveASerialRunsResultsInACycle() {
        everySchedule((random, input, schedule) -> {
            List<SteppedLanes.Committed> commits =
                    lanes(CachedShapes.cycle(), true, ROOM, input, schedule).run();
            assertEquals(serialCycle(input, commits), outputs(commits));
        });
    }

    @Test
    void shouldMissNothingWhereCachesOverflow() {
        everySchedule((random, input, schedule) -> {
            boolean exactlyOnce = random.nextInt(4) == 0;
            List<SteppedLanes.Committed> commits = lanes(
                            CachedShapes.cycle(), exactlyOnce, 1 + random.nextInt((int) NO_ROOM), input, schedule)
                    .run();
            requireAllSeen(input, commits);
        });
    }

    @Test
    void shouldMissNothingWhereEpochsAreNotIsolated() {
        everySchedule((random, input, schedule) -> {
            List<SteppedLanes.Committed> commits =
                    lanes(CachedShapes.cycle(), false, ROOM, input, schedule).run();
            requireAllSeen(input, commits);
        });
    }

    private interface Check {
        void run(Random random, List<ConsumerRecord<byte[], byte[]>> input, long schedule);
    }

    private void everySchedule(Check check) {
        for (int i = 0; i < SCHEDULES; i++) {
            long schedule = seed + i;
            Random random = new Random(schedule);
            try {
                check.run(random, input(random), schedule);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dstoatflow.test.seed=" + schedule, failure);
            }
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int offset = 0; offset < size; offset++) {
            String key = String.valueOf(random.nextInt(KEYS));
            int partition = Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
            input.add(SteppedLanes.record(partition, offset, key, String.valueOf((char) ('a' + offset))));
        }
        return input;
    }

    private static SteppedLanes lanes(
            LogicalTopology topology,
            boolean exactlyOnce,
            long cacheBytes,
            List<ConsumerRecord<byte[], byte[]>> input,
            long schedule) {
        Random random = new Random(schedule * 31);
        return new SteppedLanes(
                topology, exactlyOnce, cacheBytes, 1 + random.nextInt(3), 1 + random.nextInt(3), input, schedule);
    }

    private static boolean isUpstream(Plan plan, String feeder, String entry) {
        return plan.graph().isUpstream(id(plan, feeder), id(plan, entry));
    }

    private static int id(Plan plan, String name) {
        return plan.entries().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    // ---- the results of a serial run

    /** The outputs of each commit by key, in order. */
    private static List<Map<String, List<String>>> outputs(List<SteppedLanes.Committed> commits) {
        return commits.stream().map(commit -> byKey(commit.output())).toList();
    }

    private static Map<String, List<String>> byKey(List<String> output) {
        Map<String, List<String>> byKey = new TreeMap<>();
        for (String line : output) {
            String[] parts = line.split("=", 2);
            byKey.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1]);
        }
        return byKey;
    }

    private static List<Map<String, List<String>>> serialChain(
            List<ConsumerRecord<byte[], byte[]>> input, List<SteppedLanes.Committed> commits) {
        Map<String, String> first = new HashMap<>();
        Map<String, String> third = new HashMap<>();
        List<Map<String, List<String>>> expected = new ArrayList<>();
        int done = 0;
        for (SteppedLanes.Committed commit : commits) {
            Map<String, List<String>> outputs = new TreeMap<>();
            for (ConsumerRecord<byte[], byte[]> record : input.subList(done, commit.records())) {
                first.merge(key(record), value(record), String::concat);
                outputs.put(key(record) + "'", List.of());
            }
            for (String key : List.copyOf(outputs.keySet())) {
                String piled = first.get(key.substring(0, key.length() - 1));
                third.merge(key, piled, (all, one) -> all + "|" + one);
                outputs.put(key, List.of(third.get(key)));
            }
            expected.add(outputs);
            done = commit.records();
        }
        return expected;
    }

    private static List<Map<String, List<String>>> serialCycle(
            List<ConsumerRecord<byte[], byte[]>> input, List<SteppedLanes.Committed> commits) {
        Map<String, String> piled = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        Map<String, String> answers = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        List<Map<String, List<String>>> expected = new ArrayList<>();
        int done = 0;
        for (SteppedLanes.Committed commit : commits) {
            Map<String, List<String>> outputs = new TreeMap<>();
            Map<String, String> messages = new TreeMap<>();
            for (ConsumerRecord<byte[], byte[]> record : input.subList(done, commit.records())) {
                piled.merge(key(record), value(record), String::concat);
                own.merge(key(record), value(record), String::concat);
                messages.merge(key(record), "!" + value(record), String::concat);
                outputs.put(key(record), List.of());
            }
            messages.forEach((key, direct) -> {
                String next = String.valueOf((Integer.parseInt(key) + 1) % KEYS);
                answers.merge(next, direct + "!*" + piled.get(key), String::concat);
                outputs.put(next, List.of());
            });
            for (String key : List.copyOf(outputs.keySet())) {
                int count = counts.merge(key, 1, Integer::sum);
                outputs.put(
                        key, List.of(count + ":" + own.getOrDefault(key, "") + "/" + answers.getOrDefault(key, "")));
            }
            expected.add(outputs);
            done = commit.records();
        }
        return expected;
    }

    /**
     * Requires that all committed input has reached the output, under its own key and under the key that is answered.
     */
    private static void requireAllSeen(
            List<ConsumerRecord<byte[], byte[]>> input, List<SteppedLanes.Committed> commits) {
        Map<String, String> last = new HashMap<>();
        for (SteppedLanes.Committed commit : commits) {
            byKey(commit.output()).forEach((key, values) -> last.put(key, values.getLast()));
            for (ConsumerRecord<byte[], byte[]> record : input.subList(0, commit.records())) {
                String next = String.valueOf((Integer.parseInt(key(record)) + 1) % KEYS);
                String own = last.getOrDefault(key(record), "").replaceAll("/.*", "");
                assertTrue(own.contains(value(record)), () -> value(record) + " in " + last);
                String answered = last.getOrDefault(next, "").replaceAll(".*/", "");
                assertTrue(answered.contains("!" + value(record)), () -> "answer of " + value(record) + " in " + last);
                assertTrue(
                        answered.matches(".*!\\*[a-z]*" + value(record) + ".*"),
                        () -> "answer of the cache to " + value(record) + " in " + last);
            }
        }
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    private static String value(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }
}
