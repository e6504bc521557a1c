package org.stoatflow.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.dropin.Topic.Line;
import org.stoatflow.localkafka.TestCluster;

/**
 * Applications that were compiled against an older Kafka Streams start, process and stop on brokers with the drop-in,
 * without being compiled again: with their own handlers, stores, processors, and choice of offsets.
 */
class OlderApplicationsIT {
    private static final long NOW = System.currentTimeMillis();

    private final TestCluster cluster = TestCluster.shared();

    @TempDir
    private Path folder;

    @Test
    void shouldRunWhatWasCompiledAgainstKafkaStreams40() throws Exception {
        assertWritten(
                "4.0",
                Map.of(
                        "customers", List.of(line(0, "a1", "Ann")),
                        "orders", List.of(line(1, "a", "1"), line(2, "b", "bad"), line(3, "c", "3")),
                        "longs", List.of(line(4, "l", "no number"), line(5, "l", "\0\0\0\0\0\0\0\7")),
                        "counts", List.of(),
                        "never", List.of()),
                Map.of("numbered", List.of("a=1#1", "c=3#1", "l=is 7"), "joined", List.of("a=1+Ann")));
    }

    @Test
    void shouldRunWhatWasCompiledAgainstKafkaStreams41() throws Exception {
        assertWritten(
                "4.1",
                Map.of(
                        "names", List.of(line(0, "k", "Kay")),
                        "lines", List.of(),
                        "more", List.of(line(1, "k", "one"), line(2, "k", "fail"), line(3, "j", "two"))),
                Map.of("out-more", List.of("j=null:two after null", "k=Kay:one after null")));
    }

    @Test
    void shouldRunWhatWasCompiledAgainstKafkaStreams42() throws Exception {
        assertWritten(
                "4.2",
                Map.of(
                        "lines", List.of(line(0, "k", "one"), line(1, "k", "fail"), line(2, "k", "skip")),
                        "numbers",
                                List.of(
                                        line(0, "n", "no number"),
                                        line(1, "n", "\0\0\0\0\0\0\0\1"),
                                        line(5, "n", "\0\0\0\0\0\0\0\2"),
                                        line(90, "n", "\0\0\0\0\0\0\0\4"))),
                Map.of("out", List.of("k=one", "n=sum 3"), "dead", List.of("k=fail", "n=no number")));
    }

    @Test
    void shouldRunWhatWasCompiledAgainstKafkaStreams43() throws Exception {
        assertWritten(
                "4.3",
                Map.of(
                        "names", List.of(line(0, "k", "Kay")),
                        "lines", List.of(line(1, "k", "one"), line(500, "j", "two")),
                        "others", List.of(line(3, "k", "other"))),
                Map.of(
                        "remembered", List.of("j=two 2 after none", "k=one 1 after none"),
                        "sums", List.of("j=two", "k=one"),
                        "joined", List.of("k=one+other"),
                        "named", List.of("k=Kay:one")));
    }

    private static Line line(long afterMs, String key, String value) {
        return new Line(NOW + afterMs, key, value);
    }

    /** Runs the application over what its topics hold, until its output is there, and compares that in any order. */
    private void assertWritten(String version, Map<String, List<Line>> topics, Map<String, List<String>> output)
            throws Exception {
        String prefix = cluster.uniqueName("older") + "-";
        topics.forEach((name, lines) -> {
            cluster.createTopic(prefix + name, 1);
            topic(prefix + name).write(lines);
        });
        output.keySet().forEach(name -> cluster.createTopic(prefix + name, 1));
        Map<String, List<String>> written = new TreeMap<>();
        Path classes = OlderApplication.compiled(version, folder.resolve("classes"));
        try (URLClassLoader loader = OlderApplication.onTheDropIn(classes);
                KafkaStreams streams = OlderApplication.started(
                        version, loader, cluster.bootstrapServers(), prefix, folder.resolve("state"))) {
            output.forEach((name, expected) -> written.put(name, read(prefix + name, expected.size(), streams)));
            assertEquals(KafkaStreams.State.RUNNING, streams.state());
            streams.close();
            assertEquals(KafkaStreams.State.NOT_RUNNING, streams.state());
        }
        assertEquals(new TreeMap<>(output).toString(), written.toString());
    }

    /** A row of a table may be written twice, once for each side of its join. */
    private List<String> read(String name, int count, KafkaStreams streams) {
        List<ConsumerRecord<String, String>> found = topic(name)
                .read(
                        0,
                        new StringDeserializer(),
                        read -> read.size() >= count,
                        () -> !streams.state().hasCompletedShutdown());
        return found.stream()
                .map(record -> record.key() + "=" + record.value())
                .distinct()
                .sorted()
                .toList();
    }

    private Topic topic(String name) {
        return new Topic(cluster.bootstrapServers(), name);
    }
}
