package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.TreeSet;
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
import org.stoatflow.differential.TablePrograms;
import org.stoatflow.differential.Twin;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.SinkNode;

/** Random programs of tables give what they give on Kafka Streams, for each topic in the same order. */
class TableDifferentialTest {
    private static final int PROGRAMS = Integer.getInteger("stoatflow.test.tables", 40);
    private static final int RECORDS = 80;

    @TempDir
    static Path folder;

    private static Twin twin;

    /** A record of the input. */
    private record Input(String topic, String key, String value, long timestamp) {}

    @BeforeAll
    static void compile() throws Exception {
        twin = new Twin(folder, TablePrograms.class);
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
            Topology ours = TablePrograms.build(seed);
            TreeSet<String> outputs = new TreeSet<>();
            for (SinkNode sink : TopologyAccess.logical(ours).sinks()) {
                if (sink.topic().startsWith("out-")) {
                    outputs.add(sink.topic());
                }
            }
            List<String> expected = ofKafkaStreams(seed, inputs, outputs);
            lines += expected.size();
            assertEquals(String.join("\n", expected), String.join("\n", ofOurs(ours, inputs, outputs)), "seed " + seed);
        }
        assertTrue(lines > PROGRAMS * RECORDS / 4, "there is little to compare: " + lines);
    }

    private static List<Input> inputs(long seed) {
        Random random = new Random(seed);
        List<Input> inputs = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            inputs.add(new Input(
                    TablePrograms.INPUTS.get(random.nextInt(TablePrograms.INPUTS.size())),
                    random.nextInt(12) == 0 ? null : "k" + random.nextInt(3),
                    random.nextInt(4) == 0 ? null : "v" + random.nextInt(50),
                    1000 + i * 3L - random.nextInt(20)));
        }
        return inputs;
    }

    private static List<String> ofOurs(Topology topology, List<Input> inputs, TreeSet<String> outputs) {
        SmallEngine engine = new SmallEngine(topology);
        inputs.forEach(input -> engine.pipe(input.topic(), input.key(), input.value(), input.timestamp()));
        List<String> lines = new ArrayList<>();
        outputs.forEach(topic -> engine.written(topic).forEach(line -> lines.add(topic + " " + line)));
        engine.close();
        return lines;
    }

    private static List<String> ofKafkaStreams(long seed, List<Input> inputs, TreeSet<String> outputs)
            throws Exception {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "tables");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:9092");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
        org.apache.kafka.streams.Topology topology =
                (org.apache.kafka.streams.Topology) twin.call(TablePrograms.class, "build", seed);
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config, Instant.EPOCH)) {
            for (Input input : inputs) {
                driver.createInputTopic(input.topic(), new StringSerializer(), new StringSerializer())
                        .pipeInput(input.key(), input.value(), input.timestamp());
            }
            List<String> lines = new ArrayList<>();
            for (String topic : outputs) {
                for (TestRecord<String, String> record : driver.createOutputTopic(
                                topic, new StringDeserializer(), new StringDeserializer())
                        .readRecordsToList()) {
                    lines.add(topic + " " + record.key() + "=" + record.value() + "@" + record.timestamp());
                }
            }
            return lines;
        }
    }
}
