package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.LogicalTopology;

/**
 * Joins by foreign key under thousands of schedules, with rows of both tables that come, change and go while answers
 * are on their way: the last result of each key is that of the last rows.
 */
class ForeignKeyScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 1_500);
    private static final int RECORDS_MAX = 30;
    private static final int LEFT_KEYS = 2;
    private static final int RIGHT_KEYS = 3;
    private static final String NOTHING = "-";

    /**
     * A right row that comes and goes within a cache is never forwarded, as in Kafka Streams, but may have been read
     * meanwhile for an answer, which nothing takes back then.
     */
    private static final boolean NEVER_CACHED = false;

    private final long seed = Long.getLong("stoatflow.test.seed", 20_261_124);

    private record Shape(boolean left, boolean hop, boolean cached) {}

    @Test
    void shouldEndWithTheResultsOfTheLastRows() {
        everySchedule(1);
    }

    @Test
    void shouldEndWithTheResultsOfTheLastRowsThroughCrashes() {
        everySchedule(3);
    }

    private void everySchedule(int lives) {
        for (int i = 0; i < SCHEDULES; i++) {
            Random random = new Random(seed + i);
            Shape shape = new Shape(random.nextInt(4) == 0, random.nextBoolean(), random.nextInt(3) == 0);
            List<ConsumerRecord<byte[], byte[]>> input = input(random);
            assertEquals(
                    expected(shape, input),
                    run(shape, random, input, lives),
                    "-Dstoatflow.test.seed=" + (seed + i) + " " + shape);
        }
    }

    /** Left rows are {@code fN:number}, right ones a number. */
    private static List<ConsumerRecord<byte[], byte[]>> input(Random random) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        int size = 1 + random.nextInt(RECORDS_MAX);
        for (int offset = 0; offset < size; offset++) {
            boolean left = random.nextBoolean();
            String key = left ? "k" + random.nextInt(LEFT_KEYS) : "f" + random.nextInt(RIGHT_KEYS);
            String value = left ? "f" + random.nextInt(RIGHT_KEYS) + ":" + offset : "" + offset;
            int partition = Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
            input.add(SteppedLanes.record(partition, offset, key, random.nextInt(3) == 0 ? NOTHING : value));
        }
        return input;
    }

    private static Map<String, String> expected(Shape shape, List<ConsumerRecord<byte[], byte[]>> input) {
        Map<String, String> rows = new TreeMap<>();
        input.forEach(record -> rows.put(text(record.key()), text(record.value())));
        rows.values().removeIf(NOTHING::equals);
        Map<String, String> joined = new TreeMap<>();
        rows.forEach((key, value) -> {
            if (isLeft(key)) {
                joined.put(key, joined(value, rows.get(foreignKey(value))));
            }
        });
        if (!shape.left()) {
            joined.values().removeIf(value -> value.endsWith("+" + NOTHING));
        }
        return joined;
    }

    private static Map<String, String> run(
            Shape shape, Random random, List<ConsumerRecord<byte[], byte[]>> input, int lives) {
        Map<String, String> last = new TreeMap<>();
        StateEngine state = null;
        int done = 0;
        for (int life = 1; life <= lives; life++) {
            SteppedLanes lanes = new SteppedLanes(
                    topology(shape),
                    true,
                    shape.cached() ? 1_000 : 0,
                    1 + random.nextInt(3),
                    1 + random.nextInt(3),
                    input.subList(done, input.size()),
                    random.nextLong(),
                    state);
            List<SteppedLanes.Committed> commits = life < lives ? lanes.runAndDie(random.nextInt(300)) : lanes.run();
            for (SteppedLanes.Committed commit : commits) {
                for (String line : commit.output()) {
                    int at = line.indexOf('=');
                    last.put(line.substring(0, at), line.substring(at + 1));
                }
            }
            done += commits.isEmpty() ? 0 : commits.getLast().records();
            state = lanes.state();
        }
        last.values().removeIf(NOTHING::equals);
        return last;
    }

    private static LogicalTopology topology(Shape shape) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all =
                builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()));
        KStream<String, String> others = all.filter((key, value) -> !isLeft(key));
        KTable<String, String> left = table(all.filter((key, value) -> isLeft(key)), "left", shape.cached());
        KTable<String, String> right = table(
                shape.hop()
                        ? others.repartition(Repartitioned.with(Serdes.String(), Serdes.String())
                                .withNumberOfPartitions(SteppedLanes.PARTITIONS))
                        : others,
                "right",
                NEVER_CACHED);
        KTable<String, String> joined = shape.left()
                ? left.leftJoin(
                        right,
                        ForeignKeyScheduleTest::foreignKey,
                        ForeignKeyScheduleTest::joined,
                        kept("joined", false))
                : left.join(
                        right,
                        ForeignKeyScheduleTest::foreignKey,
                        ForeignKeyScheduleTest::joined,
                        kept("joined", false));
        joined.toStream()
                .mapValues(value -> value == null ? NOTHING : value)
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }

    private static KTable<String, String> table(KStream<String, String> rows, String name, boolean cached) {
        return rows.mapValues(value -> value.equals(NOTHING) ? null : value).toTable(kept(name, cached));
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept(String name, boolean cached) {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept =
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String());
        return cached ? kept.withCachingEnabled() : kept.withCachingDisabled();
    }

    private static boolean isLeft(String key) {
        return key.startsWith("k");
    }

    private static String foreignKey(String value) {
        return value.substring(0, value.indexOf(':'));
    }

    private static String joined(String left, String right) {
        return left + "+" + (right == null ? NOTHING : right);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
