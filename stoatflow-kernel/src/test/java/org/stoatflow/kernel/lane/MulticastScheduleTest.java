package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
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
 * A record that a partitioner gives to several partitions of a hop, under thousands of schedules: a commit covers all
 * copies of the records that it covers, and with isolated epochs no others. Each partition counts the copies of a key.
 */
class MulticastScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 600);
    private static final int HOP_PARTITIONS = 3;
    private static final int KEYS = 4;

    private final long seed = Long.getLong("stoatflow.test.seed", 20_261_123);

    @Test
    void shouldCommitAllCopiesOfARecordTogether() {
        for (int i = 0; i < SCHEDULES; i++) {
            try {
                requireAllCopies(new Random(seed + i), true, 1 + i % 3);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dstoatflow.test.seed=" + (seed + i), failure);
            }
        }
    }

    @Test
    void shouldLoseNoCopyWhereEpochsAreNotIsolated() {
        for (int i = 0; i < SCHEDULES; i++) {
            try {
                requireAllCopies(new Random(seed + i), false, 1);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("-Dstoatflow.test.seed=" + (seed + i), failure);
            }
        }
    }

    private static void requireAllCopies(Random random, boolean exactlyOnce, int lives) {
        LogicalTopology topology = topology(random.nextBoolean());
        List<ConsumerRecord<byte[], byte[]>> input = input(random);
        List<String> counts = new ArrayList<>();
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
            List<SteppedLanes.Committed> commits = life < lives ? lanes.runAndDie(random.nextInt(200)) : lanes.run();
            for (SteppedLanes.Committed commit : commits) {
                counts.addAll(commit.output());
                int covered = done + commit.records();
                Set<String> due = counts(input.subList(0, covered));
                if (exactlyOnce) {
                    assertEquals(due, new TreeSet<>(counts), "after " + covered + " records");
                } else {
                    due.removeAll(counts);
                    assertEquals(Set.of(), due, "missing after " + covered + " records");
                }
            }
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        assertEquals(counts(input), new TreeSet<>(counts));
        assertEquals(counts(input).size(), counts.size(), "some count came twice");
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(30);
        for (int offset = 0; offset < size; offset++) {
            String key = String.valueOf(random.nextInt(KEYS));
            int partition = Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
            String value = random.ints(0, HOP_PARTITIONS)
                    .limit(random.nextInt(4))
                    .distinct()
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining());
            input.add(SteppedLanes.record(partition, offset, key, value));
        }
        return input;
    }

    /** Each digit of a value is a partition. */
    private static Optional<Set<Integer>> choice(String value) {
        return Optional.of(value.chars().mapToObj(digit -> digit - '0').collect(Collectors.toSet()));
    }

    /** The counts of copies, as "key=partition:count". */
    private static Set<String> counts(List<ConsumerRecord<byte[], byte[]>> input) {
        int[][] counts = new int[KEYS][HOP_PARTITIONS];
        Set<String> expected = new TreeSet<>();
        for (ConsumerRecord<byte[], byte[]> record : input) {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            for (int partition :
                    choice(new String(record.value(), StandardCharsets.UTF_8)).orElseThrow()) {
                expected.add(key + "=" + partition + ":" + ++counts[Integer.parseInt(key)][partition]);
            }
        }
        return expected;
    }

    private static final class Counting extends ContextualProcessor<String, String, String, String> {
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore("counts");
        }

        @Override
        public void process(Record<String, String> record) {
            String before = store.get(record.key());
            String count = String.valueOf(before == null ? 1 : Integer.parseInt(before) + 1);
            store.put(record.key(), count);
            int partition = context().recordMetadata().orElseThrow().partition();
            context().forward(record.withValue(partition + ":" + count));
        }
    }

    private static LogicalTopology topology(boolean byKey) {
        Traits traits = byKey ? new Traits(true, false) : Traits.USER;
        ProcessorSupplier<String, String, String, String> counting = Counting::new;
        List<LogicalNode> nodes = List.of(
                source("src", SteppedLanes.INPUT),
                new SinkNode(
                        "to-hop",
                        List.of("src"),
                        "hop",
                        null,
                        Serdes.String().serializer(),
                        Serdes.String().serializer(),
                        (topic, key, value, count) -> choice((String) value)),
                source("from-hop", "hop"),
                new ProcessorNode("count", List.of("from-hop"), counting, List.of("counts"), traits),
                new SinkNode(
                        "to-out",
                        List.of("count"),
                        "out",
                        null,
                        Serdes.String().serializer(),
                        Serdes.String().serializer(),
                        null));
        StoreDeclaration store = new StoreDeclaration(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.String()),
                Set.of("count"),
                null);
        return new LogicalTopology(
                nodes, Map.of("counts", store), Map.of("hop", new RepartitionTopic("hop", HOP_PARTITIONS)), List.of());
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
}
