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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.clock.StreamTimes;
import org.stoatflow.kernel.plan.Affinity;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.testkit.WindowCounts;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.Traits;

/**
 * Rows that wait for stream time, under thousands of schedules: each window is closed once, with all its records, as
 * soon as complete epochs make it due, also in an idle application, and through restarts.
 */
class BufferedRowsScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 600);
    private static final int RECORDS_MAX = 40;
    private static final int KEYS = 4;
    private static final long SIZE = 10;
    private static final long DISORDER = 15;
    private static final long SIZE_OF_SECOND = 20;

    private final long seed = Long.getLong("stoatflow.test.seed", 20_260_201);

    @Test
    void shouldCloseEachWindowOnceByPartition() {
        everySchedule(random -> requireClosed(random, false, true, 1));
    }

    @Test
    void shouldCloseEachWindowOnceByKey() {
        everySchedule(random -> requireClosed(random, true, true, 1));
    }

    @Test
    void shouldCloseEachWindowOnceThroughRestartsAndOtherLaneCounts() {
        everySchedule(random -> requireClosed(random, random.nextBoolean(), true, 2 + random.nextInt(3)));
    }

    @Test
    void shouldCloseEachWindowOnceWhereEpochsAreNotIsolated() {
        everySchedule(random -> requireClosed(random, random.nextBoolean(), false, 1));
    }

    @Test
    void shouldDropWhatKafkaStreamsDropsByPartition() {
        everySchedule(random -> {
            List<ConsumerRecord<byte[], byte[]>> input = input(random, 60);
            List<String> closed = run(one(false, 0), random, random.nextBoolean(), input, 1);
            assertEquals(serial(input, 0), counts(closed));
        });
    }

    @Test
    void shouldDropNothingByKeyThatKafkaStreamsKeeps() {
        everySchedule(random -> {
            List<ConsumerRecord<byte[], byte[]>> input = input(random, 60);
            List<String> closed = run(one(true, 0), random, random.nextBoolean(), input, 1);
            Map<String, Long> kept = serial(input, 0);
            Map<String, Long> counted = counts(closed);
            kept.forEach((window, count) -> assertTrue(
                    counted.getOrDefault(window, 0L) >= count, () -> window + " of " + counted + ", not " + kept));
        });
    }

    @Test
    void shouldKeepTheClockWithTheState() {
        List<ConsumerRecord<byte[], byte[]>> input = List.of(SteppedLanes.record(0, 0, 17, "0", "v"));
        SteppedLanes lanes = new SteppedLanes(one(false, 100), true, 0, 1, 2, input, seed);
        lanes.run();

        StreamClocks kept = new StreamClocks(lanes.plan(), lanes.state(), true, Map.of());

        assertEquals(17, kept.complete(kept.first("held1")));
        assertEquals(StreamTimes.UNKNOWN, kept.complete(kept.first("held1") + 1));
    }

    @Test
    void shouldBeginTheClockAnewWithItsInputAndWithItsChangelog() {
        Map<TopicPartition, Long> goesOn = new HashMap<>();
        Map<TopicPartition, Long> reset = new HashMap<>();
        for (int partition = 0; partition < SteppedLanes.PARTITIONS; partition++) {
            goesOn.put(new TopicPartition(SteppedLanes.INPUT, partition), 17L);
            reset.put(new TopicPartition(SteppedLanes.INPUT, partition), -1L);
        }
        assertEquals(17, clockAfter(goesOn, (store, partition) -> partition == 1));
        assertEquals(StreamTimes.UNKNOWN, clockAfter(goesOn, (store, partition) -> store.equals("held1")));
        assertEquals(StreamTimes.UNKNOWN, clockAfter(reset, (store, partition) -> false));
    }

    private long clockAfter(Map<TopicPartition, Long> committed, BiPredicate<String, Integer> isMadeAnew) {
        List<ConsumerRecord<byte[], byte[]>> input = List.of(SteppedLanes.record(0, 0, 17, "0", "v"));
        SteppedLanes lanes = new SteppedLanes(one(false, 100), true, 0, 1, 2, input, seed);
        lanes.run();
        StateBatch batch = new StateBatch(0);
        new StoredClocks(lanes.plan(), committed).settle(lanes.state(), isMadeAnew, batch);
        lanes.state().apply(batch);
        StreamClocks kept = new StreamClocks(lanes.plan(), lanes.state(), true, Map.of());
        return kept.complete(kept.first("held1"));
    }

    @Test
    void shouldRunByPartitionAndByKey() {
        for (boolean byKey : new boolean[] {false, true}) {
            SteppedLanes lanes = new SteppedLanes(two(byKey), true, 0, 3, 2, List.of(), seed);
            Affinity expected = byKey ? Affinity.KEY : Affinity.PARTITION;
            assertTrue(lanes.plan().stages().stream()
                    .allMatch(stage -> stage.routing().affinity() == expected));
        }
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

    /** Runs two operators in a row: the second counts the windows that the first closes, and closes its own. */
    private static void requireClosed(Random random, boolean byKey, boolean exactlyOnce, int lives) {
        List<ConsumerRecord<byte[], byte[]>> input = input(random, DISORDER);
        Map<String, Long> first = serial(input, DISORDER);
        Map<String, Long> second = new TreeMap<>();
        Map<Integer, Long> clocks = new HashMap<>();
        first.keySet().forEach(window -> {
            long end = Long.parseLong(window.substring(window.indexOf('=') + 1)) + SIZE;
            clocks.merge(partition(window.substring(0, window.indexOf('='))), end, Math::max);
        });
        first.keySet().forEach(window -> {
            String key = window.substring(0, window.indexOf('='));
            long end = Long.parseLong(window.substring(window.indexOf('=') + 1)) + SIZE;
            long start = end - end % SIZE_OF_SECOND;
            if (start + SIZE_OF_SECOND <= clocks.get(partition(key))) {
                second.merge(key + "=" + start, 1L, Long::sum);
            }
        });
        List<String> closed = run(two(byKey), random, exactlyOnce, input, lives);

        assertEquals(second, counts(closed));
        assertEquals(Set.copyOf(closed).size(), closed.size(), () -> "closed twice: " + closed);
    }

    /**
     * Runs lanes until they die at a random step, then new lanes on the committed state, and the last lanes to the end.
     */
    private static List<String> run(
            LogicalTopology topology,
            Random random,
            boolean exactlyOnce,
            List<ConsumerRecord<byte[], byte[]>> input,
            int lives) {
        List<String> output = new ArrayList<>();
        StateEngine state = null;
        int done = 0;
        for (int life = 1; life <= lives; life++) {
            SteppedLanes lanes = new SteppedLanes(
                    topology,
                    exactlyOnce,
                    0,
                    1 + random.nextInt(3),
                    1 + random.nextInt(3),
                    input.subList(done, input.size()),
                    random.nextLong(),
                    state);
            List<SteppedLanes.Committed> commits = life < lives ? lanes.runAndDie(random.nextInt(300)) : lanes.run();
            commits.forEach(commit -> output.addAll(commit.output()));
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        return output;
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(Random random, long disorder) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int offset = 0; offset < size; offset++) {
            String key = String.valueOf(random.nextInt(KEYS));
            long timestamp = 100 + 4L * offset - random.nextLong(disorder);
            input.add(SteppedLanes.record(partition(key), offset, timestamp, key, "v"));
        }
        return input;
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    /**
     * Counts by "key=start" of the windows that Kafka Streams' rule closes, each partition with its own stream time.
     */
    private static Map<String, Long> serial(List<ConsumerRecord<byte[], byte[]>> input, long graceMs) {
        Map<Integer, Long> times = new HashMap<>();
        Map<String, Long> counts = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : input) {
            long now = times.merge(record.partition(), record.timestamp(), Math::max);
            long start = record.timestamp() - record.timestamp() % SIZE;
            if (start + SIZE + graceMs > now) {
                counts.merge(new String(record.key(), StandardCharsets.UTF_8) + "=" + start, 1L, Long::sum);
            }
        }
        counts.keySet().removeIf(window -> {
            int at = window.indexOf('=');
            return Long.parseLong(window.substring(at + 1)) + SIZE + graceMs
                    > times.get(partition(window.substring(0, at)));
        });
        return counts;
    }

    /** "key=start:count" by "key=start". */
    private static Map<String, Long> counts(List<String> closed) {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : closed) {
            int at = line.lastIndexOf(':');
            counts.merge(line.substring(0, at), Long.parseLong(line.substring(at + 1)), Long::sum);
        }
        return counts;
    }

    // ---- topologies

    private static LogicalTopology one(boolean byKey, long graceMs) {
        return topology(
                List.of(
                        source("src", SteppedLanes.INPUT),
                        held("held1", "src", SIZE, graceMs, byKey),
                        sink("to-out", "held1", "out")),
                "held1");
    }

    private static LogicalTopology two(boolean byKey) {
        return topology(
                List.of(
                        source("src", SteppedLanes.INPUT),
                        held("held1", "src", SIZE, DISORDER, byKey),
                        sink("to-hop", "held1", "hop"),
                        source("hop", "hop"),
                        held("held2", "hop", SIZE_OF_SECOND, 0, byKey),
                        sink("to-out", "held2", "out")),
                "held1",
                "held2");
    }

    private static LogicalTopology topology(List<LogicalNode> nodes, String... holders) {
        Map<String, StoreDeclaration> stores = new HashMap<>();
        Arrays.stream(holders)
                .forEach(holder -> stores.put(
                        holder,
                        new StoreDeclaration(
                                Stores.keyValueStoreBuilder(
                                        Stores.inMemoryKeyValueStore(holder), Serdes.String(), Serdes.String()),
                                Set.of(holder),
                                null)));
        return new LogicalTopology(
                nodes,
                stores,
                holders.length == 1 ? Map.of() : Map.of("hop", new RepartitionTopic("hop", SteppedLanes.PARTITIONS)),
                List.of());
    }

    private static ProcessorNode held(String name, String from, long sizeMs, long graceMs, boolean byKey) {
        Traits traits = byKey ? new Traits(true, false) : Traits.USER;
        return new ProcessorNode(
                name, List.of(from), new WindowCounts.Supplier(name, sizeMs, graceMs), List.of(name), traits);
    }

    private static SourceNode source(String name, String topic) {
        return new SourceNode(
                name,
                List.of(topic),
                null,
                Serdes.String().deserializer(),
                Serdes.String().deserializer(),
                null,
                null);
    }

    private static SinkNode sink(String name, String from, String topic) {
        return new SinkNode(
                name,
                List.of(from),
                topic,
                null,
                Serdes.String().serializer(),
                Serdes.String().serializer(),
                null);
    }
}
