package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.Test;

/**
 * MBeans have the names that Kafka Streams' own registry gives, key by key. The order of keys is looked at in several
 * processes, since maps may have another order in each.
 */
class MBeanNamesTest {
    private static final int STARTS = 5;
    private static final String CLIENT = "client";

    /**
     * Patterns of the form that is usual in configurations of the JMX exporter, which matches the domain, the keys in
     * the order of the name, and the attribute.
     */
    private static final List<Pattern> PATTERNS = Stream.of(
                    "kafka.streams<type=(.+), thread-id=(.+), task-id=(.+), (.+)=(.+)><>(.+)",
                    "kafka.streams<type=(.+), thread-id=(.+), task-id=(.+), processor-node-id=(.+), topic=(.+)><>(.+)",
                    "kafka.streams<type=stream-task-metrics, thread-id=(.+), task-id=([0-9_]+)><>(.+)",
                    "kafka.streams<type=stream-thread-metrics, thread-id=([^,]+)><>(.+)",
                    "kafka.streams<type=stream-thread-metrics, thread-id=(.+)-StreamThread-(.+)><>(.+-total)",
                    "kafka.streams<type=stream-thread-metrics, process-id=(.+), thread-id=(.+)><>thread-state",
                    "kafka.streams<type=stream-metrics, client-id=([^,]+)><>(state|alive-stream-threads|version)",
                    "kafka.streams<type=stream-metrics, process-id=(.+), application-id=(.+), client-id=(.+)><>(.+)")
            .map(Pattern::compile)
            .toList();

    @Test
    void shouldBeThoseOfKafkaStreamsAtEachStart() throws Exception {
        Set<String> theirs = ofKafkaStreams();
        for (int start = 0; start < STARTS; start++) {
            Set<String> ours = ofAnotherProcess();
            assertEquals(String.join("\n", theirs), String.join("\n", ours), "start " + start);
            assertEquals(matches(theirs), matches(ours), "start " + start);
        }
        assertEquals(Set.of(), zero(matches(theirs)), "patterns that match nothing");
    }

    private static Map<String, Long> matches(Set<String> attributes) {
        Map<String, Long> matches = new TreeMap<>();
        PATTERNS.forEach(pattern -> matches.put(
                pattern.pattern(),
                attributes.stream()
                        .filter(name -> pattern.matcher(name).matches())
                        .count()));
        return matches;
    }

    private static Set<String> zero(Map<String, Long> matches) {
        return matches.entrySet().stream()
                .filter(match -> match.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Set<String> ofAnotherProcess() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Printer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Set<String> names = process.inputReader()
                .lines()
                .filter(line -> line.startsWith("kafka.streams<type=stream-"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(0, process.waitFor());
        return names;
    }

    /** The process that is started several times. */
    static final class Printer {
        private Printer() {}

        public static void main(String[] arguments) {
            try (MetricsRig rig = new MetricsRig(CLIENT, new SimpleMeterRegistry())) {
                attributes().forEach(System.out::println);
            }
        }
    }

    /** The attributes of all MBeans of the domain, as the JMX exporter writes them, without the process's id. */
    private static Set<String> attributes() {
        Set<String> all = new TreeSet<>();
        try {
            for (ObjectName bean :
                    ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.streams:*"), null)) {
                String keys = bean.getKeyPropertyListString()
                        .replaceAll("process-id=[^,]+", "process-id=any")
                        .replace(",", ", ");
                for (MBeanAttributeInfo attribute : ManagementFactory.getPlatformMBeanServer()
                        .getMBeanInfo(bean)
                        .getAttributes()) {
                    all.add(bean.getDomain() + "<" + keys + "><>" + attribute.getName());
                }
            }
        } catch (JMException unreadable) {
            throw new AssertionError(unreadable);
        }
        return all;
    }

    /** The same of the metrics that both have, as Kafka Streams registers them. */
    private static Set<String> ofKafkaStreams() {
        try (Metrics registry = new Metrics()) {
            KafkaStreamsNames.register(registry, CLIENT);
            return registry.metrics().keySet().stream()
                    .filter(name -> name.group().startsWith("stream-"))
                    .map(MBeanNamesTest::attribute)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String attribute(MetricName name) {
        String keys = name.tags().entrySet().stream()
                .map(tag -> ", " + tag.getKey() + "=" + tag.getValue())
                .collect(Collectors.joining());
        return "kafka.streams<type=" + name.group() + keys + "><>" + name.name();
    }
}
