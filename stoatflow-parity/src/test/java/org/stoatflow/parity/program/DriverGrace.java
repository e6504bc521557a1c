package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.test.TestRecord;

/**
 * Random joins of streams with versioned tables, with a grace period; both sides come out of order, and some too late.
 */
final class DriverGrace {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.grace", 60);
    private static final int RECORDS = 150;
    private static final int KEYS = 3;
    private static final Duration HISTORY = Duration.ofMillis(500);

    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private int stores;

    private DriverGrace(long seed) {
        random = new Random(seed);
    }

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (int i = 0; i < PROGRAMS; i++) {
            long seed = i;
            programs.put("stream-table join with grace " + i, notes -> new DriverGrace(seed).run(notes));
        }
        programs.put("grace: a left join without a key", DriverGrace::withoutKey);
        programs.put("grace: time jumps while a record waits", DriverGrace::jump);
        programs.put("grace: refused", DriverGrace::refused);
        programs.put("grace: topics of serdes", DriverGrace::serdes);
    }

    private void run(DriverNotes notes) {
        KTable<String, String> table = table();
        KStream<String, String> stream = builder.stream("stream");
        join(rekeyed(stream), table, notes).to("out");
        if (random.nextInt(4) == 0) {
            join(stream.merge(builder.stream("other")), table, notes).to("out2");
        }
        Topology topology = builder.build();
        notes.say(topology.describe().toString());
        try (TopologyTestDriver driver = DriverSetup.driver(topology)) {
            pipe(driver);
            notes.topics(driver);
            for (String topic : new TreeSet<>(driver.producedTopicNames())) {
                if (topic.endsWith("-Buffer-changelog")) {
                    buffered(notes, driver, topic);
                } else if (!topic.endsWith("-changelog")) {
                    notes.read(driver, topic);
                }
            }
        }
    }

    /** Notes the last record of each key. */
    private static void buffered(DriverNotes notes, TopologyTestDriver driver, String topic) {
        Map<Bytes, String> last = new TreeMap<>();
        driver.createOutputTopic(
                        topic, Serdes.Bytes().deserializer(), Serdes.Bytes().deserializer())
                .readRecordsToList()
                .forEach(record -> last.put(record.key(), record.value() + " " + record.headers()));
        last.forEach((key, value) -> notes.say(topic + " " + key + " " + value));
    }

    private void pipe(TopologyTestDriver driver) {
        List<TestInputTopic<String, String>> topics = List.of(
                DriverSetup.input(driver, "table"),
                DriverSetup.input(driver, "stream"),
                DriverSetup.input(driver, "stream"));
        for (int i = 0; i < RECORDS; i++) {
            String key = random.nextInt(20) == 0 ? null : "k" + random.nextInt(KEYS) + "x".repeat(random.nextInt(2));
            String value = random.nextInt(6) == 0 ? null : "v" + random.nextInt(5);
            long time = 1_000 + i * 10L - random.nextInt(random.nextInt(4) == 0 ? 500 : 60);
            Headers headers = new RecordHeaders();
            if (random.nextInt(3) == 0) {
                headers.add("h" + i, random.nextBoolean() ? null : new byte[] {(byte) i});
            }
            int topic = random.nextInt(topics.size());
            topics.get(topic)
                    .pipeInput(new TestRecord<>(topic > 0 && key == null ? "none" : key, value, headers, time));
        }
    }

    private KTable<String, String> table() {
        KTable<String, String> table = switch (random.nextInt(4)) {
            case 0 -> builder.<String, String>stream("table").toTable(kept());
            case 1 ->
                builder.<String, String>stream("table")
                        .groupByKey()
                        .reduce((one, other) -> other + "+" + one.length(), kept());
            default -> builder.table("table", kept());
        };
        return switch (random.nextInt(7)) {
            case 0 -> table.filter((key, value) -> value.hashCode() % 3 != 0);
            case 1 -> table.filter((key, value) -> value.hashCode() % 3 != 0, kept());
            case 2 -> table.mapValues((key, value) -> value.endsWith("0") ? null : value + "m");
            case 3 -> table.mapValues((key, value) -> value + "s", kept());
            case 4 -> table.outerJoin(table.filter((key, value) -> value.length() > 2), (a, b) -> a + b, kept());
            default -> table;
        };
    }

    private KStream<String, String> rekeyed(KStream<String, String> stream) {
        return switch (random.nextInt(5)) {
            case 0 -> stream.selectKey((key, value) -> value == null ? key : key.substring(0, 2));
            case 1 -> stream.mapValues(value -> value == null ? null : value + "!");
            default -> stream;
        };
    }

    private KStream<String, String> join(
            KStream<String, String> stream, KTable<String, String> table, DriverNotes notes) {
        Joined<String, String, String> joined = random.nextBoolean()
                ? Joined.with(Serdes.String(), Serdes.String(), Serdes.String())
                : Joined.with(null, null, null);
        if (random.nextInt(3) == 0) {
            joined = joined.withName("joined" + stores++);
        }
        joined = joined.withGracePeriod(Duration.ofMillis(random.nextInt(4) * 30L));
        KStream<String, String> out = random.nextBoolean()
                ? stream.join(table, (key, value, row) -> key + ":" + value + "/" + row, joined)
                : stream.leftJoin(table, (value, row) -> value + "/" + row, joined);
        return out.process(() -> new Noting(notes));
    }

    /** Notes where records come from. */
    private static final class Noting extends ContextualProcessor<String, String, String, String> {
        private final DriverNotes notes;

        Noting(DriverNotes notes) {
            this.notes = notes;
        }

        @Override
        public void process(Record<String, String> record) {
            notes.say(record + " of "
                    + context()
                            .recordMetadata()
                            .map(from -> from.topic() + " " + from.partition() + " " + from.offset())
                            .orElse("nowhere")
                    + " at " + context().currentStreamTimeMs());
            context().forward(record);
        }
    }

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        return versions("store" + stores++, HISTORY);
    }

    // ---- one by one

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> versions(String name, Duration history) {
        return Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore(name, history))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String());
    }

    private static Joined<String, String, String> grace(long graceMs) {
        return Joined.<String, String, String>with(null, null, null).withGracePeriod(Duration.ofMillis(graceMs));
    }

    private static void withoutKey(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("stream")
                .leftJoin(builder.table("table", versions("a", HISTORY)), (value, row) -> value + row, grace(10))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "stream");
            in.pipeInput(null, null, 1_000);
            in.pipeInput("a", "1", 1_000);
            notes.ask("without a key", () -> {
                in.pipeInput(null, "1", 1_020);
                return "done";
            });
            notes.read(driver, "out");
        }
    }

    /** The record that makes time jump is put first, and with it the segment leaves that another one waits in. */
    private static void jump(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("stream")
                .join(
                        builder.table("table", versions("a", Duration.ofHours(1))),
                        (value, row) -> value + row,
                        grace(100))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "table").pipeInput("a", "row", 1_000);
            TestInputTopic<String, String> in = DriverSetup.input(driver, "stream");
            in.pipeInput("a", "waits", 1_000);
            in.pipeInput("a", "later", 600_000);
            in.pipeInput("a", "last", 600_200);
            notes.read(driver, "out");
        }
    }

    private static Topology joined(StreamsBuilder builder, KTable<String, String> table, DriverNotes notes) {
        builder.<String, String>stream("stream")
                .join(table, (value, row) -> value + row, grace(100))
                .to("out");
        notes.say("not yet");
        return builder.build();
    }

    private static void refused(DriverNotes notes) {
        notes.ask("a plain table", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            return joined(builder, builder.table("table"), notes);
        });
        notes.ask("made of a plain table", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            return joined(builder, builder.<String, String>table("table").filter((key, value) -> true), notes);
        });
        notes.ask("kept without versions", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            KTable<String, String> table = builder.table("table", versions("a", HISTORY));
            return joined(builder, table.mapValues(value -> value, Materialized.as("plain")), notes);
        });
        notes.ask("kept without a name", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            KTable<String, String> table = builder.table("table", versions("a", HISTORY));
            return joined(
                    builder,
                    table.mapValues(value -> value, Materialized.with(Serdes.String(), Serdes.String())),
                    notes);
        });
        notes.ask("a short history", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            return joined(builder, builder.table("table", versions("a", Duration.ofMillis(99))), notes);
        });
        notes.ask("a short history above", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            KTable<String, String> table = builder.table("table", versions("a", Duration.ofMillis(99)));
            return joined(builder, table.mapValues(value -> value), notes);
        });
        notes.ask("a join of versioned tables", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            KTable<String, String> table = builder.table("table", versions("a", HISTORY));
            return joined(builder, table.join(table, (one, other) -> one + other), notes);
        });
        notes.ask("made of a join of versioned tables", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            // Kafka Streams leaves its database open.
            KTable<String, String> table = builder.table("table", versions("unclosed", HISTORY));
            Topology topology = joined(
                    builder, table.join(table, (one, other) -> one + other).filter((key, value) -> true), notes);
            notes.say("built");
            DriverSetup.driver(topology).close();
            return "done";
        });
        notes.ask("negative", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.<String, String>stream("stream")
                    .join(builder.table("table", versions("a", HISTORY)), (one, other) -> one, grace(-1));
            return builder.build().describe();
        });
        notes.ask("no grace at all", () -> {
            StreamsBuilder builder = new StreamsBuilder();
            builder.<String, String>stream("stream")
                    .join(builder.<String, String>table("table"), (one, other) -> one, grace(1).withGracePeriod(null));
            return builder.build().describe();
        });
    }

    /** Strings, and the topics and headers that their serdes are told. */
    private static Serde<String> told(String side, Set<String> topics) {
        return Serdes.serdeFrom(
                (topic, data) -> {
                    topics.add(side + " written for " + topic);
                    return data == null ? null : data.getBytes(StandardCharsets.UTF_8);
                },
                new Deserializer<String>() {
                    private final StringDeserializer strings = new StringDeserializer();

                    @Override
                    public String deserialize(String topic, byte[] data) {
                        topics.add(side + " read for " + topic);
                        return strings.deserialize(topic, data);
                    }
                });
    }

    private static void serdes(DriverNotes notes) {
        Set<String> topics = new TreeSet<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("stream")
                .join(
                        builder.table("table", versions("a", HISTORY)),
                        (value, row) -> value + row,
                        Joined.<String, String, String>with(told("key", topics), told("value", topics), null)
                                .withGracePeriod(Duration.ofMillis(10)))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "table").pipeInput("a", "row", 1_000);
            DriverSetup.input(driver, "stream").pipeInput("a", "1", 1_001);
            DriverSetup.input(driver, "stream").pipeInput("a", "2", 1_100);
            DriverSetup.input(driver, "table").pipeInput("a", "row2", 1_200);
            DriverSetup.input(driver, "stream").pipeInput("a", "3", 1_200);
            notes.read(driver, "out");
        }
        notes.say("" + topics);
    }
}
