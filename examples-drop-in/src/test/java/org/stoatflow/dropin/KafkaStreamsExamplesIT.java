package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.examples.pageview.PageViewTypedDemo;
import org.apache.kafka.streams.examples.pageview.PageViewUntypedDemo;
import org.apache.kafka.streams.examples.pipe.PipeDemo;
import org.apache.kafka.streams.examples.temperature.TemperatureDemo;
import org.apache.kafka.streams.examples.wordcount.WordCountDemo;
import org.apache.kafka.streams.examples.wordcount.WordCountProcessorDemo;
import org.apache.kafka.streams.examples.wordcount.WordCountTransformerDemo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.dropin.Topic.Line;
import org.stoatflow.localkafka.LocalKafka;

/** Kafka Streams' published examples, each as it is, in a JVM with the drop-in on its class path. */
class KafkaStreamsExamplesIT {
    private static final String LINES = "streams-plaintext-input";
    private static final Map<String, String> LAST_COUNTS =
            Map.of("all", "1", "hello", "1", "join", "1", "kafka", "3", "lead", "1", "streams", "2", "summit", "1");
    /** All counts at each of three times: of four words, of five, and of seven. */
    private static final int PUNCTUATED = 4 + 5 + 7;

    private static final int RUNS_MAX = 6;
    private static final int SIGTERM_STATUS = 128 + 15;

    private static final Set<String> CREATED = new HashSet<>();

    private static LocalKafka kafka;
    private static DefaultAddress address;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        address = DefaultAddress.of(kafka.bootstrapServers());
        for (String name : List.of(LINES, "streams-pageview-input", "streams-userprofile-input", "iot-temperature")) {
            kafka.createTopic(name, 1);
        }
        topic(LINES)
                .write(List.of(
                        new Line(1_000, "1", "all streams lead kafka"),
                        new Line(2_000, "2", "hello kafka streams"),
                        new Line(20_000, "3", "join kafka summit")));
    }

    @AfterAll
    static void stop() {
        address.close();
        kafka.close();
    }

    @Test
    void shouldRunOnTheDropIn() throws IOException {
        String path = KafkaStreams.class.getName().replace('.', '/') + ".class";
        List<String> found = Collections.list(getClass().getClassLoader().getResources(path)).stream()
                .map(Object::toString)
                .toList();
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.getFirst().contains("stoatflow-kafka-streams"), found.toString());
    }

    @Test
    void shouldPipe() throws InterruptedException {
        List<ConsumerRecord<String, String>> out =
                run(PipeDemo.class, "streams-pipe-output", new StringDeserializer(), 3);
        assertEquals(
                Map.of("1", "all streams lead kafka", "2", "hello kafka streams", "3", "join kafka summit"), last(out));
    }

    @Test
    void shouldCountWords() throws InterruptedException {
        assertEquals(
                LAST_COUNTS, last(run(WordCountDemo.class, "streams-wordcount-output", new LongDeserializer(), 10)));
    }

    @Test
    void shouldCountWordsInAProcessor() throws InterruptedException {
        assertEquals(
                LAST_COUNTS,
                last(run(
                        WordCountProcessorDemo.class,
                        "streams-wordcount-processor-output",
                        new StringDeserializer(),
                        PUNCTUATED)));
    }

    @Test
    void shouldCountWordsInATransformer() throws InterruptedException {
        assertEquals(
                LAST_COUNTS,
                last(run(
                        WordCountTransformerDemo.class,
                        "streams-wordcount-processor-output",
                        new StringDeserializer(),
                        PUNCTUATED)));
    }

    @Test
    void shouldTakeMaximumOfWindows() throws InterruptedException {
        topic("iot-temperature")
                .write(List.of(
                        new Line(1_000, "a", "10"),
                        new Line(2_000, "b", "25"),
                        new Line(3_000, "c", "21"),
                        new Line(6_000, "d", "30")));
        List<ConsumerRecord<String, String>> out =
                run(TemperatureDemo.class, "iot-temperature-max", new StringDeserializer(), 3);
        assertEquals(
                List.of("25", "25", "30"),
                out.stream().map(ConsumerRecord::value).toList());
    }

    @Test
    void shouldCountPageViewsByRegion() throws Exception {
        topic("streams-userprofile-input")
                .write(List.of(
                        new Line(1, "ann", "{\"_t\":\"up\",\"region\":\"north\",\"timestamp\":1}"),
                        new Line(2, "bob", "{\"_t\":\"up\",\"region\":\"south\",\"timestamp\":2}")));
        topic("streams-pageview-input")
                .write(List.of(view(10, "ann"), view(20, "bob"), view(30, "ann"), view(40, "eve")));
        Map<String, Integer> expected = Map.of("north", 2, "south", 1, "UNKNOWN", 1);
        assertEquals(
                expected,
                regions(run(
                        PageViewTypedDemo.class, "streams-pageviewstats-typed-output", new StringDeserializer(), 4)));
        assertEquals(
                expected,
                regions(run(
                        PageViewUntypedDemo.class,
                        "streams-pageviewstats-untyped-output",
                        new StringDeserializer(),
                        4)));
    }

    /** At a time in the first second, when one window is open; from then on each record has one for each second. */
    private static Line view(long time, String user) {
        String value = "{\"_t\":\"pv\",\"user\":\"" + user + "\",\"page\":\"p\",\"timestamp\":" + time + "}";
        return new Line(time, user, value);
    }

    private static Map<String, Integer> regions(List<ConsumerRecord<String, String>> records)
            throws JsonProcessingException {
        ObjectMapper json = new ObjectMapper();
        Map<String, Integer> counts = new TreeMap<>();
        for (ConsumerRecord<String, String> record : records) {
            JsonNode window = json.readTree(record.key());
            JsonNode count = json.readTree(record.value());
            counts.put(window.get("region").asText(), count.get("count").asInt());
        }
        return counts;
    }

    private static <V> Map<String, String> last(List<ConsumerRecord<String, V>> records) {
        Map<String, String> last = new TreeMap<>();
        records.forEach(record -> last.put(record.key(), record.value().toString()));
        return last;
    }

    /**
     * Runs a demo until its output has so many records, and ends it. One of the demos ends by itself after five
     * seconds, so it is started again until it has come so far.
     */
    private <V> List<ConsumerRecord<String, V>> run(Class<?> demo, String output, Deserializer<V> values, int records)
            throws InterruptedException {
        if (CREATED.add(output)) {
            kafka.createTopic(output, 1);
        }
        long first = topic(output).end();
        List<ConsumerRecord<String, V>> read = List.of();
        String log = "";
        for (int run = 0; run < RUNS_MAX && read.size() < records; run++) {
            try (Program program = Program.start(demo, address.jvmArgs(folder), folder)) {
                read = topic(output).read(first, values, found -> found.size() >= records, program::isAlive);
                boolean itself = !program.isAlive();
                int status = program.stop();
                log = program.log();
                assertTrue(status == 0 || status == SIGTERM_STATUS && !itself, "status=" + status + "\n" + log);
            }
        }
        assertEquals(records, read.size(), log);
        assertFalse(log.contains("ERROR"), log);
        return read;
    }

    private static Topic topic(String name) {
        return new Topic(kafka.bootstrapServers(), name);
    }
}
