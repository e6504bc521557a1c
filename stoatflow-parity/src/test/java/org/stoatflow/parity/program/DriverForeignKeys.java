package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.test.TestRecord;

/**
 * Random programs that join tables by foreign keys, with random updates of both sides: what comes out in which order,
 * and what their changelogs keep, byte by byte. A left value is a foreign key and a text; {@code -} is no foreign key.
 */
final class DriverForeignKeys {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.foreign.keys", 40);
    private static final int RECORDS = 120;
    private static final ValueJoiner<String, String, String> BOTH = DriverForeignKeys::both;

    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private int stores;

    private DriverForeignKeys(long seed) {
        random = new Random(seed);
    }

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            long seed = i;
            programs.put("tables joined by foreign keys " + i, notes -> new DriverForeignKeys(seed).run(notes));
        }
        programs.put("a foreign key's partitioner that gives several", notes -> partitions(notes, Set.of(0, 1)));
        programs.put("a foreign key's partitioner that gives none", notes -> partitions(notes, Set.of()));
        programs.put("foreign keys, upgraded from 3.3", DriverForeignKeys::upgraded);
        programs.put("foreign keys without default serdes", DriverForeignKeys::numbers);
    }

    private static String both(String left, String right) {
        String both = left + "&" + right;
        return both.hashCode() % 9 == 0 ? null : both.substring(0, Math.min(both.length(), 40));
    }

    private static String foreignKey(String value) {
        String key = value.substring(0, Math.min(value.length(), 2));
        return key.startsWith("-") ? null : key;
    }

    private void run(DriverNotes notes) {
        KTable<String, String> left = changed(builder.table("left"));
        boolean alone = random.nextInt(4) == 0;
        KTable<String, String> right = changed(alone ? left : builder.table("right"));
        KTable<String, String> joined = joined(left, right);
        joined.toStream().to("out");
        boolean twice = random.nextInt(3) == 0;
        if (twice) {
            joined(random.nextBoolean() ? joined : left, random.nextBoolean() ? right : joined)
                    .toStream()
                    .to("again");
        }
        if (random.nextInt(4) == 0) {
            joined.leftJoin(left, DriverForeignKeys::both).toStream().to("with-left");
        }
        Topology topology = builder.build();
        notes.say(topology.describe().toString());
        notes.say("store " + joined.queryableStoreName());
        int cacheBytes = random.nextInt(3) == 0 ? 1_000_000 : 0;
        try (TopologyTestDriver driver = DriverSetup.driver(
                topology, DriverSetup.config(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes))) {
            pipe(driver, alone);
            notes.topics(driver);
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                if (twice || topic.endsWith("-changelog")) {
                    last(notes, driver, topic);
                } else {
                    all(notes, driver, topic);
                }
            }
        }
    }

    /** Keys of both tables look alike, so that a table can be joined with itself. */
    private void pipe(TopologyTestDriver driver, boolean alone) {
        TestInputTopic<String, String> left = DriverSetup.input(driver, "left");
        TestInputTopic<String, String> right = alone ? left : DriverSetup.input(driver, "right");
        for (int i = 0; i < RECORDS; i++) {
            String key = random.nextInt(20) == 0 ? null : "k" + random.nextInt(4);
            String other = random.nextInt(6) == 0 ? "-" : "k" + random.nextInt(4);
            String value = random.nextInt(5) == 0 ? null : other + " " + random.nextInt(3);
            RecordHeaders headers = new RecordHeaders();
            headers.add("n", new byte[] {(byte) i});
            long time = 5000 + i * 10L - random.nextInt(40);
            (random.nextBoolean() ? left : right).pipeInput(new TestRecord<>(key, value, headers, time));
        }
    }

    private KTable<String, String> changed(KTable<String, String> table) {
        return switch (random.nextInt(5)) {
            case 0 -> table.filter((key, value) -> value.hashCode() % 5 != 0);
            case 1 -> table.mapValues((key, value) -> value.hashCode() % 5 == 0 ? null : value + "m");
            case 2 -> table.mapValues((key, value) -> value + "s", kept());
            default -> table;
        };
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        return switch (random.nextInt(3)) {
            case 0 -> Materialized.with(Serdes.String(), Serdes.String());
            case 1 ->
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("store-" + stores++)
                        .withCachingDisabled();
            default -> Materialized.as("store-" + stores++);
        };
    }

    private TableJoined<String, String> how() {
        StreamPartitioner<String, Void> zero =
                random.nextBoolean() ? null : (topic, key, value, partitions) -> Optional.of(Set.of(0));
        StreamPartitioner<String, Void> any =
                random.nextBoolean() ? null : (topic, key, value, partitions) -> Optional.empty();
        TableJoined<String, String> joined = TableJoined.with(zero, any);
        return random.nextBoolean() ? joined : joined.withName("named-" + stores++);
    }

    private KTable<String, String> joined(KTable<String, String> left, KTable<String, String> right) {
        Function<String, String> byValue = DriverForeignKeys::foreignKey;
        BiFunction<String, String, String> byBoth = (key, value) -> key.equals("k3") ? "k0" : foreignKey(value);
        return switch (random.nextInt(16)) {
            case 0 -> left.join(right, byValue, BOTH);
            case 1 -> left.join(right, byBoth, BOTH);
            case 2 -> left.join(right, byValue, BOTH, how());
            case 3 -> left.join(right, byBoth, BOTH, how());
            case 4 -> left.join(right, byValue, BOTH, kept());
            case 5 -> left.join(right, byBoth, BOTH, kept());
            case 6 -> left.join(right, byValue, BOTH, how(), kept());
            case 7 -> left.join(right, byBoth, BOTH, how(), kept());
            case 8 -> left.leftJoin(right, byValue, BOTH);
            case 9 -> left.leftJoin(right, byBoth, BOTH);
            case 10 -> left.leftJoin(right, byValue, BOTH, how());
            case 11 -> left.leftJoin(right, byBoth, BOTH, how());
            case 12 -> left.leftJoin(right, byValue, BOTH, kept());
            case 13 -> left.leftJoin(right, byBoth, BOTH, kept());
            case 14 -> left.leftJoin(right, byValue, BOTH, how(), kept());
            default -> left.leftJoin(right, byBoth, BOTH, how(), kept());
        };
    }

    private static void all(DriverNotes notes, TopologyTestDriver driver, String topic) {
        records(driver, topic).forEach(record -> notes.say(topic + " " + text(record)));
    }

    private static void last(DriverNotes notes, TopologyTestDriver driver, String topic) {
        Map<String, String> last = new TreeMap<>();
        records(driver, topic).forEach(record -> last.put(hex(record.key()), row(record)));
        last.values().forEach(text -> notes.say(topic + " " + text));
    }

    private static List<TestRecord<byte[], byte[]>> records(TopologyTestDriver driver, String topic) {
        return new ArrayList<>(driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList());
    }

    private static String text(TestRecord<byte[], byte[]> record) {
        return row(record) + " " + record.headers();
    }

    private static String row(TestRecord<byte[], byte[]> record) {
        return hex(record.key()) + "=" + hex(record.value()) + "@" + record.timestamp();
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    private static void partitions(DriverNotes notes, Set<Integer> chosen) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        left.join(
                        builder.<String, String>table("right"),
                        DriverForeignKeys::foreignKey,
                        BOTH,
                        TableJoined.with(null, (topic, key, value, partitions) -> Optional.of(chosen)))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(
                builder.build(), DriverSetup.config(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0))) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "left");
            notes.ask("a row", () -> {
                in.pipeInput("a", "k0");
                return "taken";
            });
        }
    }

    /** Instances before 3.4 know subscriptions without a partition; Kafka Streams writes it all the same. */
    private static void upgraded(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        left.leftJoin(builder.<String, String>table("right"), DriverForeignKeys::foreignKey, BOTH)
                .toStream()
                .to("out");
        try (TopologyTestDriver driver =
                DriverSetup.driver(builder.build(), DriverSetup.config(StreamsConfig.UPGRADE_FROM_CONFIG, "3.3"))) {
            DriverSetup.input(driver, "left").pipeInput("a", "k0");
            DriverSetup.input(driver, "right").pipeInput("k0", "r");
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                all(notes, driver, topic);
            }
        }
    }

    /** Nothing here can be written by the default serdes. */
    private static void numbers(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<Long, Integer> left = builder.table("left", Consumed.with(Serdes.Long(), Serdes.Integer()));
        KTable<Integer, Double> right = builder.table("right", Consumed.with(Serdes.Integer(), Serdes.Double()));
        left.join(
                        right,
                        value -> value % 3,
                        (value, factor) -> value * factor,
                        Materialized.with(Serdes.Long(), Serdes.Double()))
                .toStream()
                .to("out", Produced.with(Serdes.Long(), Serdes.Double()));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<Long, Integer> in = driver.createInputTopic(
                    "left", Serdes.Long().serializer(), Serdes.Integer().serializer());
            TestInputTopic<Integer, Double> factors = driver.createInputTopic(
                    "right", Serdes.Integer().serializer(), Serdes.Double().serializer());
            for (int i = 0; i < 12; i++) {
                in.pipeInput((long) i % 5, i, 100L + i);
                factors.pipeInput(i % 3, i / 2.0, 200L - i);
            }
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                all(notes, driver, topic);
            }
        }
    }
}
