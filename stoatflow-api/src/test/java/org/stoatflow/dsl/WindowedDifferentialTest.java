package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.differential.Twin;
import org.stoatflow.differential.WindowPrograms;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.SourceNode;

/**
 * Random windowed aggregations give what they give on Kafka Streams, in the same order. They have the same nodes, and
 * drop as many records.
 */
class WindowedDifferentialTest {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.windows", 60);
    private static final int RECORDS = 120;
    private static final List<String> TOPICS = List.of("a", "a", "b", "c");

    @TempDir
    static Path folder;

    private static Twin twin;

    /** A record of the input. */
    private record Input(String topic, String key, String value, long timestamp) {}

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, WindowPrograms.class);
    }

    @AfterAll
    static void close() throws Exception {
        twin.close();
    }

    @Test
    void shouldGiveWhatKafkaStreamsGives() throws Exception {
        int lines = 0;
        for (long seed = 0; seed < PROGRAMS; seed++) {
            List<Input> inputs = inputs(seed);
            org.apache.kafka.streams.Topology theirs =
                    (org.apache.kafka.streams.Topology) twin.call(WindowPrograms.class, "build", seed);
            Topology ours = WindowPrograms.build(seed);
            assertEquals(theirs.describe().toString(), ours.describe().toString(), "seed " + seed);
            List<String> expected = ofKafkaStreams(theirs, read(ours, inputs));
            lines += expected.size();
            assertEquals(String.join("\n", expected), String.join("\n", ofOurs(ours, inputs)), "seed " + seed);
        }
        assertTrue(lines > PROGRAMS * RECORDS / 4, "there is little to compare: " + lines);
    }

    private static List<Input> inputs(long seed) {
        Random random = new Random(seed);
        List<Input> inputs = new ArrayList<>();
        long time = random.nextInt(100);
        for (int i = 0; i < RECORDS; i++) {
            time += random.nextInt(8) == 0 ? random.nextInt(60) : random.nextInt(4);
            inputs.add(new Input(
                    TOPICS.get(random.nextInt(TOPICS.size())),
                    random.nextInt(20) == 0 ? null : "k" + random.nextInt(3),
                    random.nextInt(15) == 0 ? null : "v" + random.nextInt(50),
                    Math.max(0, time - (random.nextInt(3) == 0 ? random.nextInt(120) : 0))));
        }
        return inputs;
    }

    /** The records of the topics that the program reads. */
    private static List<Input> read(Topology topology, List<Input> inputs) {
        List<SourceNode> sources = TopologyAccess.logical(topology).sources();
        return inputs.stream()
                .filter(input ->
                        sources.stream().anyMatch(source -> source.topics().contains(input.topic())))
                .toList();
    }

    private static List<String> ofOurs(Topology topology, List<Input> inputs) {
        SmallEngine engine = new SmallEngine(topology);
        inputs.forEach(input -> engine.pipe(input.topic(), input.key(), input.value(), input.timestamp()));
        List<String> lines = new ArrayList<>(engine.written("out"));
        lines.add("dropped " + engine.drops().size());
        engine.close();
        return lines;
    }

    private static List<String> ofKafkaStreams(org.apache.kafka.streams.Topology topology, List<Input> inputs) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "windows");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:9092");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION, 0);
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config, Instant.EPOCH)) {
            for (Input input : inputs) {
                driver.createInputTopic(input.topic(), new StringSerializer(), new StringSerializer())
                        .pipeInput(input.key(), input.value(), input.timestamp());
            }
            List<String> lines = new ArrayList<>();
            for (TestRecord<String, String> record : driver.createOutputTopic(
                            "out", new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()) {
                lines.add(record.key() + "=" + record.value() + "@" + record.timestamp());
            }
            lines.add("dropped " + dropped(driver));
            return lines;
        }
    }

    private static long dropped(TopologyTestDriver driver) {
        return driver.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
                .mapToLong(metric -> ((Double) metric.getValue().metricValue()).longValue())
                .sum();
    }
}
