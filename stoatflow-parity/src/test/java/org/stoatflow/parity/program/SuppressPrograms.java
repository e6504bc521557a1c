package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.test.TestRecord;

/**
 * Random programs with {@code suppress}, and what they do with random input: {@code apply} runs the one of a seed. Only
 * types of the JDK go to the caller, so that the caller can load this class twice.
 */
public final class SuppressPrograms implements Function<String, List<String>> {
    private static final int RECORDS = 60;

    @Override
    public List<String> apply(String seed) {
        Random random = new Random(Long.parseLong(seed));
        SuppressTopology program = new SuppressTopology(random);
        List<String> seen = new ArrayList<>();
        Topology topology = program.build();
        seen.add(topology.describe().toString());
        Properties config = DriverSetup.config(
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, random.nextBoolean() ? "0" : "1000000");
        config.put(StreamsConfig.DSL_STORE_FORMAT_CONFIG, random.nextBoolean() ? "DEFAULT" : "HEADERS");
        try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
            drive(driver, random, program.topics(), seen);
            changelogs(driver, seen);
        }
        return seen;
    }

    private static void drive(TopologyTestDriver driver, Random random, List<String> topics, List<String> seen) {
        Map<String, TestInputTopic<String, String>> inputs = new TreeMap<>();
        topics.forEach(topic ->
                inputs.put(topic, driver.createInputTopic(topic, new StringSerializer(), new StringSerializer())));
        long now = random.nextInt(50);
        for (int i = 0; i < RECORDS; i++) {
            now += random.nextInt(6) == 0 ? random.nextInt(40) : random.nextInt(4);
            String topic = topics.get(random.nextInt(topics.size()));
            try {
                inputs.get(topic).pipeInput(record(random, now));
            } catch (RuntimeException failure) {
                seen.add(i + " fails: " + rootOf(failure).getMessage());
                return;
            }
            read(driver, i, seen);
        }
    }

    private static TestRecord<String, String> record(Random random, long now) {
        String key = "k" + random.nextInt(5);
        String value = random.nextInt(6) == 0 ? null : "v" + random.nextInt(100);
        Headers headers = new RecordHeaders();
        if (random.nextInt(3) == 0) {
            headers.add(
                    "h" + random.nextInt(3),
                    random.nextBoolean() ? null : ("x" + now).getBytes(StandardCharsets.UTF_8));
        }
        long timestamp = Math.max(0, now - (random.nextInt(3) == 0 ? random.nextInt(50) : 0));
        return new TestRecord<>(key, value, headers, timestamp);
    }

    private static Throwable rootOf(Throwable failure) {
        return failure.getCause() == null ? failure : rootOf(failure.getCause());
    }

    private static void read(TopologyTestDriver driver, int step, List<String> seen) {
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            if (!topic.endsWith("-changelog")) {
                for (TestRecord<byte[], byte[]> record : records(driver, topic)) {
                    seen.add(step + " " + topic + " " + text(record) + "@" + record.timestamp());
                }
            }
        }
    }

    /** The last record of each key. The time of a suppression's is that of the producer's clock. */
    private static void changelogs(TopologyTestDriver driver, List<String> seen) {
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            if (topic.endsWith("-changelog")) {
                boolean timed = !topic.contains("SUPPRESS") && !topic.contains("held");
                Map<String, String> last = new TreeMap<>();
                for (TestRecord<byte[], byte[]> record : records(driver, topic)) {
                    last.put(hex(record.key()), text(record) + (timed ? "@" + record.timestamp() : ""));
                }
                last.values().forEach(line -> seen.add(topic + " " + line));
            }
        }
    }

    private static List<TestRecord<byte[], byte[]>> records(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    private static String text(TestRecord<byte[], byte[]> record) {
        StringBuilder headers = new StringBuilder();
        for (Header header : record.headers()) {
            headers.append(' ').append(header.key()).append('=').append(hex(header.value()));
        }
        return hex(record.key()) + '=' + hex(record.value()) + headers;
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    /** How long windows and delays are in these programs, in the order of the input's time. */
    static Duration millis(Random random) {
        return Duration.ofMillis(10 + random.nextInt(30));
    }
}
