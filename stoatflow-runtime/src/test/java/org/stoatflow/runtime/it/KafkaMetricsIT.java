package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Docs;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Exported;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.KafkaApp;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Scraped;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;

/** {@code KafkaStreams.metrics()} has the same names and values as Kafka Streams has for the same program. */
class KafkaMetricsIT {
    private static final String NAMES = "design/060-metrics-as-kafka-streams-has-them.md";
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 400;
    private static final String REPARTITION = "-repartition";

    /** Metrics that depend on nothing but the input. */
    private static final Set<String> COMPARED = Set.of(
            "stream-task-metrics process-total",
            "stream-task-metrics dropped-records-total",
            "stream-processor-node-metrics process-total",
            "stream-topic-metrics records-consumed-total",
            "stream-topic-metrics bytes-consumed-total",
            "stream-topic-metrics records-produced-total",
            "stream-topic-metrics bytes-produced-total");

    @TempDir
    static Path folder;

    private static String in;
    private static String out;
    private static Map<MetricName, Object> reference;
    private static Set<String> referenceSeries;
    private static Map<String, Integer> referenceExported;

    /** What Prometheus sees of Kafka Streams only, and why. Each has to match something. */
    private static final Map<String, String> ONLY_KAFKA_STREAMS = Map.ofEntries(
            Map.entry(
                    "kafka_stream_thread_(process_ratio|punctuate_ratio|blocked_time_ns_total) .*", "lanes share none"),
            Map.entry("kafka_stream_task_(active_process_ratio|process_latency_(avg|max)) .*", "lanes share none"),
            Map.entry("kafka_stream_task_active_buffer_count .*", "stoatflow.source.lag"),
            Map.entry("kafka_stream_task_enforced_processing_(rate|total) .*", "not counted"),
            Map.entry("kafka_stream_task_restore_.*", "stoatflow.restore.remaining"),
            Map.entry("kafka_stream_state_updater_.*", "stoatflow.restore.remaining"),
            Map.entry(
                    "kafka_stream_(state|record_cache)_(?!updater).*",
                    "work for each access, or RocksDB's statistics"));

    @BeforeAll
    static void runOnKafkaStreams() {
        in = Topic.create("metrics-in", PARTITIONS);
        out = Topic.create("metrics-out", PARTITIONS);
        Input.feed(in, "in", PARTITIONS, RECORDS, true);
        String application = TestCluster.shared().uniqueName("metrics-ks");
        Properties config = KafkaApp.config(application, folder.resolve("ks"), "at_least_once");
        config.put("metrics.recording.level", "DEBUG"); // else it does not count for each task
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        addToKafkas(builder);
        try (KafkaApp app = KafkaApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
            Group.awaitAllCommitted(application, Group.repartitionTopics(application));
            reference = snapshot(app.metrics());
            referenceSeries = Scraped.series(app::metrics);
            referenceExported = Exported.samples();
        }
    }

    private static void addToKafkas(org.apache.kafka.streams.StreamsBuilder builder) {
        org.apache.kafka.streams.kstream.KStream<String, String> records = builder.stream(in);
        records.groupByKey()
                .reduce((older, newer) -> newer, org.apache.kafka.streams.kstream.Materialized.as("latest"));
        records.filter((key, value) -> value != null)
                .groupBy((key, value) -> value.substring(value.length() - 1))
                .reduce((older, newer) -> newer, org.apache.kafka.streams.kstream.Materialized.as("by-digit"))
                .toStream(org.apache.kafka.streams.kstream.Named.as("updates"))
                .to(out);
    }

    private static void addToOurs(StreamsBuilder builder) {
        KStream<String, String> records = builder.stream(in);
        records.groupByKey().reduce((older, newer) -> newer, Materialized.as("latest"));
        records.filter((key, value) -> value != null)
                .groupBy((key, value) -> value.substring(value.length() - 1))
                .reduce((older, newer) -> newer, Materialized.as("by-digit"))
                .toStream(Named.as("updates"))
                .to(out);
    }

    private static Map<MetricName, Object> snapshot(Map<MetricName, ? extends Metric> metrics) {
        Map<MetricName, Object> values = new HashMap<>();
        metrics.forEach((name, metric) -> values.put(name, metric.metricValue()));
        return values;
    }

    private static OurApp running(String application, String guarantee) {
        return running(OurApp.config(application, folder.resolve(application), guarantee));
    }

    private static OurApp running(Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        addToOurs(builder);
        return OurApp.running(builder.build(), config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldCountWhatKafkaStreamsCountsUnderItsNames(String guarantee) {
        String application = TestCluster.shared().uniqueName("metrics");
        Map<MetricName, Object> ours;
        Set<String> series;
        try (OurApp app = running(application, guarantee)) {
            Group.awaitAllCommitted(application, List.of(in));
            Eventually.await(
                    () -> totals(snapshot(app.streams().metrics())).equals(totals(reference)),
                    () -> "Kafka Streams' totals " + totals(reference) + ", ours "
                            + totals(snapshot(app.streams().metrics())));
            ours = snapshot(app.streams().metrics());
            series = Scraped.series(app.streams()::metrics);
            assertExportedAlike(Exported.samples());
        }
        assertSeenAlike(series);
        assertTrue(totals(ours).keySet().stream().anyMatch(key -> key.contains("dropped")));
        Set<String> unknown = shapes(ours);
        unknown.removeAll(shapes(reference));
        assertEquals(Set.of(), unknown, "names that Kafka Streams does not have");
        assertEquals(documented(), shapes(ours), NAMES);
        assertEquals("RUNNING", value(ours, "stream-metrics", "state"));
        assertEquals(application, value(ours, "stream-metrics", "application-id"));
        assertEquals(
                String.valueOf(value(reference, "stream-metrics", "topology-description")),
                value(ours, "stream-metrics", "topology-description"));
        assertEquals(value(reference, "stream-metrics", "client-state"), value(ours, "stream-metrics", "client-state"));
        assertEquals(
                value(reference, "stream-thread-metrics", "thread-state"),
                value(ours, "stream-thread-metrics", "thread-state"));
        assertEquals(
                value(reference, "stream-thread-metrics", "process-total"),
                value(ours, "stream-thread-metrics", "process-total"));
    }

    /** Names, kinds and labels of series. */
    private static void assertSeenAlike(Set<String> series) {
        Set<String> apart = new TreeSet<>(series);
        apart.removeAll(referenceSeries);
        apart.removeIf(one -> one.startsWith("kafka_stoatflow_engine_"));
        assertEquals(Set.of(), apart, "series that Kafka Streams does not have");
        Set<String> missing = new TreeSet<>(referenceSeries);
        missing.removeAll(series);
        Set<String> stale = new TreeSet<>();
        for (String known : ONLY_KAFKA_STREAMS.keySet()) {
            if (!missing.removeIf(one -> one.matches(known))) {
                stale.add(known);
            }
        }
        assertEquals(Set.of(), stale, "are there, or Kafka Streams has none");
        assertEquals(Set.of(), missing, "series that only Kafka Streams has");
    }

    /**
     * Our one database is one sample where Kafka Streams has one for each store of a task; all else is as often there.
     */
    private static void assertExportedAlike(Map<String, Integer> exported) {
        assertEquals(referenceExported.keySet(), exported.keySet(), "patterns of the JMX exporter that find something");
        exported.forEach((pattern, samples) -> {
            if (pattern.contains("stream-state-metrics")) {
                assertEquals(1, samples, pattern);
            } else {
                assertEquals(referenceExported.get(pattern), samples, pattern);
            }
        });
    }

    /**
     * Rates and averages come with the samples, once a second. In a stage by partition records are as late as in Kafka
     * Streams.
     */
    @Test
    void shouldHaveRatesAndAverages() {
        String application = TestCluster.shared().uniqueName("metrics-rates");
        Properties config = OurApp.config(application, folder.resolve(application), "exactly_once_v2");
        config.put("stoatflow.affinity", "PARTITION");
        try (OurApp app = running(config)) {
            Map<String, Object> late = mostLate(reference);
            assertEquals(PARTITIONS, late.size());
            Eventually.await(
                    () -> mostLate(snapshot(app.streams().metrics())).equals(late),
                    () -> "in Kafka Streams late by " + late + ", here by "
                            + mostLate(snapshot(app.streams().metrics())));
            for (String name : List.of(
                    "process-rate",
                    "process-latency-avg",
                    "poll-rate",
                    "poll-latency-max",
                    "commit-rate",
                    "commit-latency-avg")) {
                Eventually.await(
                        () -> value(snapshot(app.streams().metrics()), "stream-thread-metrics", name)
                                        instanceof Double rate
                                && rate > 0,
                        () -> name + " is " + value(snapshot(app.streams().metrics()), "stream-thread-metrics", name));
            }
        }
    }

    /** By how much the latest record of each task of the first sub-topology was late. */
    private static Map<String, Object> mostLate(Map<MetricName, Object> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("record-lateness-max")
                        && metric.getKey().tags().get("task-id").startsWith("0_"))
                .collect(Collectors.toMap(
                        metric -> String.valueOf(metric.getKey().tags().get("task-id")), Map.Entry::getValue));
    }

    @Test
    void shouldHaveTheMetricsOfAllClients() {
        String application = TestCluster.shared().uniqueName("metrics-clients");
        try (OurApp app = running(application, "exactly_once_v2")) {
            Set<String> groups = app.streams().metrics().keySet().stream()
                    .map(MetricName::group)
                    .collect(Collectors.toSet());
            assertTrue(
                    groups.containsAll(Set.of(
                            "consumer-metrics",
                            "consumer-fetch-manager-metrics",
                            "producer-metrics",
                            "admin-client-metrics")),
                    groups::toString);
        }
    }

    @Test
    void shouldBeThereFromMakingToClosingAndInJmx() throws Exception {
        String application = TestCluster.shared().uniqueName("metrics-jmx");
        StreamsBuilder builder = new StreamsBuilder();
        addToOurs(builder);
        Properties config = OurApp.config(application, folder.resolve(application), "exactly_once_v2");
        config.put(StreamsConfig.CLIENT_ID_CONFIG, application);
        ObjectName thread =
                new ObjectName("kafka.streams:type=stream-thread-metrics,thread-id=" + application + "-StreamThread-1");
        OurApp app = OurApp.of(builder.build(), config);
        try {
            assertEquals("CREATED", value(snapshot(app.streams().metrics()), "stream-metrics", "state"));
            assertEquals(0.0, ManagementFactory.getPlatformMBeanServer().getAttribute(thread, "process-total"));
        } finally {
            app.close();
        }
        assertFalse(app.streams().metrics().keySet().stream()
                .anyMatch(name -> name.group().startsWith("stream")));
        assertFalse(ManagementFactory.getPlatformMBeanServer().isRegistered(thread));
        assertEquals(KafkaStreams.State.NOT_RUNNING, app.streams().state());
    }

    /** Group, name and tags in their order, of all metrics of Kafka Streams itself; without the values of the tags. */
    private static Set<String> shapes(Map<MetricName, Object> metrics) {
        return metrics.keySet().stream()
                .filter(name -> name.group().startsWith("stream-"))
                .map(name ->
                        name.group() + " " + name.name() + " " + name.tags().keySet())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The table of the page: group, tags, names. */
    private static Set<String> documented() {
        Set<String> shapes = new TreeSet<>();
        for (String line : Docs.page(NAMES).lines().toList()) {
            if (line.startsWith("| `stream-")) {
                String[] cells = line.split("\\|");
                for (String name : names(cells[3])) {
                    shapes.add(names(cells[1]).getFirst() + " " + name + " " + names(cells[2]));
                }
            }
        }
        return shapes;
    }

    private static List<String> names(String cell) {
        return Pattern.compile("`([^`]+)`")
                .matcher(cell)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The compared metrics, by task, node and topic; hops have no topics. */
    private static Map<String, Object> totals(Map<MetricName, Object> metrics) {
        Map<String, Object> totals = new TreeMap<>();
        metrics.forEach((name, value) -> {
            String what = name.group() + " " + name.name();
            Map<String, String> tags = new TreeMap<>(name.tags());
            tags.remove("thread-id");
            if (COMPARED.contains(what) && !tags.getOrDefault("topic", "").endsWith(REPARTITION)) {
                totals.put(what + " " + tags, value);
            }
        });
        return totals;
    }

    private static Object value(Map<MetricName, Object> metrics, String group, String name) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().group().equals(group)
                        && metric.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric " + group + " " + name));
    }
}
