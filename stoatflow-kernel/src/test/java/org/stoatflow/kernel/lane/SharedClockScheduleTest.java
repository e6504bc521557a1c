package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.testkit.WindowSides;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
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
 * Two operators with one clock and one buffer of rows, like the sides of a stream-stream join, under thousands of
 * schedules: a record of either side makes records of the other side late, and rows of both sides due.
 */
class SharedClockScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 600);
    private static final int RECORDS_MAX = 40;
    private static final int KEYS = 4;
    private static final long SIZE = 10;
    private static final long DISORDER = 15;
    private static final String SHARED = "shared";

    private final long seed = Long.getLong("stoatflow.test.seed", 20_261_122);

    /** Which side handles the rows of both. */
    private enum Handles {
        LEFT,
        RIGHT,
        EACH
    }

    private record Shape(boolean hops, boolean byKey, Handles handles, long graceMs) {
        static Shape any(Random random, long graceMs) {
            Handles handles = Handles.values()[random.nextInt(Handles.values().length)];
            return new Shape(random.nextBoolean(), random.nextBoolean(), handles, graceMs);
        }

        boolean handles(Handles side) {
            return handles == Handles.EACH || handles == side;
        }
    }

    @Test
    void shouldCloseEachWindowOnceWithTheRecordsOfBothSides() {
        everySchedule(random -> requireClosed(random, true, 1));
    }

    @Test
    void shouldCloseEachWindowOnceThroughRestarts() {
        everySchedule(random -> requireClosed(random, true, 2 + random.nextInt(3)));
    }

    @Test
    void shouldCloseEachWindowOnceWhereEpochsAreNotIsolated() {
        everySchedule(random -> requireClosed(random, false, 1));
    }

    /** By partition and from one source, both sides see the records in their order. */
    @Test
    void shouldDropWhatKafkaStreamsDropsByTheTimeOfBothSides() {
        everySchedule(random -> {
            List<ConsumerRecord<byte[], byte[]>> input = input(random, 60);
            Shape shape = new Shape(false, false, Handles.EACH, 0);
            assertEquals(serial(input, 0), closed(run(shape, random, random.nextBoolean(), input, 1)));
        });
    }

    /** A lane takes the batches of two hops in any order, so that order must not say what is late. */
    @Test
    void shouldDropNothingBehindTwoHopsThatKafkaStreamsKeeps() {
        everySchedule(random -> {
            List<ConsumerRecord<byte[], byte[]>> input = input(random, 60);
            Shape shape = new Shape(true, random.nextBoolean(), Handles.LEFT, 0);
            Map<String, String> closed = closed(run(shape, random, random.nextBoolean(), input, 1));
            serial(input, 0)
                    .forEach((window, counts) -> assertTrue(
                            isAtLeast(closed.getOrDefault(window, "0/0"), counts),
                            () -> window + " is " + closed.get(window) + " and not " + counts));
        });
    }

    @Test
    void shouldKeepOneClockUnderTheNameOfTheStore() {
        List<ConsumerRecord<byte[], byte[]>> input =
                List.of(SteppedLanes.record(0, 0, 17, "0", "L"), SteppedLanes.record(0, 1, 23, "0", "R"));
        LogicalTopology topology = topology(new Shape(false, false, Handles.LEFT, 100));
        SteppedLanes lanes = new SteppedLanes(topology, true, 0, 1, 2, input, seed);
        lanes.run();

        StreamClocks kept = new StreamClocks(lanes.plan(), lanes.state(), true, Map.of());

        assertEquals(kept.first("left"), kept.first("right"));
        assertEquals(23, kept.complete(kept.first("left")));
        assertEquals(23, StoredClocks.read(lanes.state(), "time.operator.store." + SHARED + "_0"));
    }

    @Test
    void shouldRefuseAGroupInTwoStages() {
        List<LogicalNode> nodes = new ArrayList<>(List.of(
                source("src", SteppedLanes.INPUT), source("other", SteppedLanes.UNREAD), side("left", "src", true)));
        nodes.add(side("right", "other", false));
        Map<String, StoreDeclaration> stores = Map.of("left", store("left"), "right", store("right"));
        LogicalTopology topology = new LogicalTopology(nodes, stores, Map.of(), List.of());

        String message = assertThrows(
                        IllegalStateException.class, () -> new SteppedLanes(topology, true, 0, 1, 2, List.of(), seed))
                .getMessage();

        assertEquals("group=" + SHARED + " of operators with one clock is in two stages", message);
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

    private static void requireClosed(Random random, boolean exactlyOnce, int lives) {
        List<ConsumerRecord<byte[], byte[]>> input = input(random, DISORDER);
        List<String> output = run(Shape.any(random, DISORDER), random, exactlyOnce, input, lives);
        assertEquals(serial(input, DISORDER), closed(output));
    }

    /** Runs lanes until they die at a random step, then new lanes, of another number, and the last ones to the end. */
    private static List<String> run(
            Shape shape, Random random, boolean exactlyOnce, List<ConsumerRecord<byte[], byte[]>> input, int lives) {
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

    /** Most records are of one side, so that the other side's own time would be far behind. */
    private static List<ConsumerRecord<byte[], byte[]>> input(Random random, long disorder) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        String many = random.nextBoolean() ? "L" : "R";
        String few = many.equals("L") ? "R" : "L";
        for (int offset = 0; offset < size; offset++) {
            String key = String.valueOf(random.nextInt(KEYS));
            long timestamp = 100 + 4L * offset - random.nextLong(disorder);
            input.add(SteppedLanes.record(partition(key), offset, timestamp, key, random.nextInt(5) == 0 ? few : many));
        }
        return input;
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    /** The windows that Kafka Streams' rule closes, where each partition has one stream time for both sides. */
    private static Map<String, String> serial(List<ConsumerRecord<byte[], byte[]>> input, long graceMs) {
        Map<Integer, Long> times = new HashMap<>();
        Map<String, long[]> counts = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : input) {
            long now = times.merge(record.partition(), record.timestamp(), Math::max);
            long start = record.timestamp() - record.timestamp() % SIZE;
            if (start + SIZE + graceMs > now) {
                String window = new String(record.key(), StandardCharsets.UTF_8) + "=" + start;
                counts.computeIfAbsent(window, none -> new long[2])[isLeft(record.value()) ? 0 : 1]++;
            }
        }
        Map<String, String> closed = new TreeMap<>();
        counts.forEach((window, of) -> {
            int at = window.indexOf('=');
            if (Long.parseLong(window.substring(at + 1)) + SIZE + graceMs
                    <= times.get(partition(window.substring(0, at)))) {
                closed.put(window, of[0] + "/" + of[1]);
            }
        });
        return closed;
    }

    private static boolean isLeft(byte[] value) {
        return value[0] == 'L';
    }

    /** "left/right" by "key=start". Fails if a window is closed twice. */
    private static Map<String, String> closed(List<String> output) {
        Map<String, String> closed = new TreeMap<>();
        for (String line : output) {
            int at = line.lastIndexOf(':');
            String before = closed.put(line.substring(0, at), line.substring(at + 1));
            assertEquals(null, before, () -> "closed twice: " + output);
        }
        return closed;
    }

    private static boolean isAtLeast(String counts, String least) {
        String[] one = counts.split("/");
        String[] other = least.split("/");
        return Long.parseLong(one[0]) >= Long.parseLong(other[0]) && Long.parseLong(one[1]) >= Long.parseLong(other[1]);
    }

    // ---- topologies

    /** Passes on the records of one side. */
    private static final class Choosing extends ContextualProcessor<String, String, String, String> {
        private final String side;

        Choosing(String side) {
            this.side = side;
        }

        @Override
        public void process(Record<String, String> record) {
            if (record.value().equals(side)) {
                context().forward(record);
            }
        }
    }

    private static LogicalTopology topology(Shape shape) {
        List<LogicalNode> nodes = new ArrayList<>(List.of(
                source("src", SteppedLanes.INPUT),
                choosing("only-left", "L", shape.byKey()),
                choosing("only-right", "R", shape.byKey())));
        if (shape.hops()) {
            nodes.add(sink("to-left", "hop-left", "only-left"));
            nodes.add(sink("to-right", "hop-right", "only-right"));
            nodes.add(source("from-left", "hop-left"));
            nodes.add(source("from-right", "hop-right"));
        }
        nodes.add(side("left", shape.hops() ? "from-left" : "only-left", true, shape));
        nodes.add(side("right", shape.hops() ? "from-right" : "only-right", false, shape));
        nodes.add(sink("to-out", "out", "left", "right"));
        return new LogicalTopology(
                nodes,
                Map.of(SHARED, store(SHARED, "left", "right")),
                shape.hops() ? Map.of("hop-left", hop("hop-left"), "hop-right", hop("hop-right")) : Map.of(),
                List.of());
    }

    private static RepartitionTopic hop(String name) {
        return new RepartitionTopic(name, SteppedLanes.PARTITIONS);
    }

    private static ProcessorNode choosing(String name, String side, boolean byKey) {
        ProcessorSupplier<String, String, String, String> supplier = () -> new Choosing(side);
        return new ProcessorNode(name, List.of("src"), supplier, List.of(), traits(byKey));
    }

    private static ProcessorNode side(String name, String from, boolean left, Shape shape) {
        WindowSides.Supplier supplier = new WindowSides.Supplier(
                SHARED, left, shape.handles(left ? Handles.LEFT : Handles.RIGHT), SIZE, shape.graceMs());
        return new ProcessorNode(name, List.of(from), supplier, List.of(SHARED), traits(shape.byKey()));
    }

    /** A side with a store of its own, which has the name of the node. */
    private static ProcessorNode side(String name, String from, boolean left) {
        WindowSides.Supplier supplier = new WindowSides.Supplier(SHARED, left, true, SIZE, 0);
        return new ProcessorNode(name, List.of(from), supplier, List.of(name), traits(false));
    }

    private static Traits traits(boolean byKey) {
        return byKey ? new Traits(true, false) : Traits.USER;
    }

    private static StoreDeclaration store(String name, String... users) {
        return new StoreDeclaration(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String()),
                users.length == 0 ? Set.of(name) : Set.of(users),
                null);
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

    private static SinkNode sink(String name, String topic, String... from) {
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
