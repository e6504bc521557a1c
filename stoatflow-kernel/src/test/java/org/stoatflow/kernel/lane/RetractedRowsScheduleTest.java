package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.LogicalTopology;

/**
 * Tables whose rows are taken back from other keys, behind a hop that is slow, at least once: through deaths of lanes,
 * no key keeps what a row has left. The aggregates are sets of members, so effects that come twice change nothing.
 */
class RetractedRowsScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 1_500);
    private static final int RECORDS_MAX = 40;
    private static final int KEYS = 4;
    private static final int LIVES = 4;
    private static final String DELETED = "-";
    private static final List<String> VALUES = List.of("a", "b", "c", DELETED);

    private final long seed = Long.getLong("stoatflow.test.seed", 20_260_301);

    @Test
    void shouldLeaveNoRowInAFormerGroup() {
        everySchedule(random -> {
            StreamsBuilder builder = new StreamsBuilder();
            members(rows(builder));
            requireMembers(builder, random);
        });
    }

    @Test
    void shouldLeaveNoRowInAFormerGroupBehindTwoHops() {
        everySchedule(random -> {
            StreamsBuilder builder = new StreamsBuilder();
            members(rows(builder)
                    .groupBy(KeyValue::pair, Grouped.with("same", Serdes.String(), Serdes.String()))
                    .aggregate(() -> "", (key, group, former) -> group, (key, group, former) -> "", kept("same"))
                    .filterNot((key, group) -> group.isEmpty()));
            requireMembers(builder, random);
        });
    }

    @Test
    void shouldLeaveNoResultOfADeletedRowInAJoinByForeignKey() {
        everySchedule(random -> {
            StreamsBuilder builder = new StreamsBuilder();
            KTable<String, String> rows = rows(builder);
            KTable<String, String> groups = rows.toStream()
                    .filter((key, group) -> group != null)
                    .selectKey((key, group) -> group)
                    .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                    .toTable(kept("groups"));
            toOut(rows.join(groups, group -> group, (group, name) -> name, kept("joined")));
            List<ConsumerRecord<byte[], byte[]>> input = input(random);

            Map<String, String> joined = run(builder, random, input);

            joined.values().removeIf(DELETED::equals);
            assertEquals(lastRows(input), joined);
        });
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

    // ---- programs

    private static KTable<String, String> rows(StreamsBuilder builder) {
        return builder.<String, String>stream(SteppedLanes.INPUT)
                .mapValues(group -> group.equals(DELETED) ? null : group)
                .toTable(kept("rows"));
    }

    /** Puts out the keys of each group. */
    private static void members(KTable<String, String> rows) {
        toOut(rows.groupBy(
                        (key, group) -> KeyValue.pair(group, key),
                        Grouped.with("members", Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (group, key, members) -> changed(members, set -> set.add(key)),
                        (group, key, members) -> changed(members, set -> set.remove(key)),
                        kept("members")));
    }

    private static String changed(String members, Consumer<Set<String>> change) {
        Set<String> set = new TreeSet<>(List.of(members.split(",")));
        set.remove("");
        change.accept(set);
        return String.join(",", set);
    }

    private static void toOut(KTable<String, String> table) {
        table.toStream().mapValues(value -> value == null ? DELETED : value).to("out");
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept(String name) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String())
                .withCachingDisabled();
    }

    // ---- runs

    private static void requireMembers(StreamsBuilder builder, Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = input(random);
        Map<String, String> expected = new TreeMap<>();
        lastRows(input).forEach((key, group) -> expected.merge(group, key, (some, more) -> some + "," + more));

        Map<String, String> members = run(builder, random, input);

        members.values().removeIf(String::isEmpty);
        assertEquals(expected, members);
    }

    /** The last output for each key, of lanes that die at random steps and begin anew from the committed state. */
    private static Map<String, String> run(
            StreamsBuilder builder, Random random, List<ConsumerRecord<byte[], byte[]>> input) {
        LogicalTopology topology = TopologyAccess.logical(builder.build());
        Map<String, String> last = new TreeMap<>();
        StateEngine state = null;
        int done = 0;
        for (int life = 1; life <= LIVES; life++) {
            SteppedLanes lanes = new SteppedLanes(
                    topology,
                    false,
                    0,
                    1 + random.nextInt(3),
                    1 + random.nextInt(3),
                    input.subList(done, input.size()),
                    random.nextLong(),
                    state);
            List<SteppedLanes.Committed> commits =
                    life < LIVES ? lanes.starving().runAndDie(random.nextInt(300)) : lanes.run();
            for (SteppedLanes.Committed commit : commits) {
                for (String line : commit.output()) {
                    int at = line.indexOf('=');
                    last.put(line.substring(0, at), line.substring(at + 1));
                }
            }
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        return last;
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int offset = 0; offset < size; offset++) {
            String key = "k" + random.nextInt(KEYS);
            int partition = Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
            input.add(SteppedLanes.record(partition, offset, key, VALUES.get(random.nextInt(VALUES.size()))));
        }
        return input;
    }

    private static Map<String, String> lastRows(List<ConsumerRecord<byte[], byte[]>> input) {
        Map<String, String> rows = new TreeMap<>();
        input.forEach(record -> rows.put(
                new String(record.key(), StandardCharsets.UTF_8), new String(record.value(), StandardCharsets.UTF_8)));
        rows.values().removeIf(DELETED::equals);
        return rows;
    }
}
