package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.metrics.EngineMeter;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** An application on a real broker has all meters, and they show what has happened. */
class MetricsListenerIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 20_000;

    @TempDir
    Path folder;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final String in = Topic.create("meters-in", PARTITIONS);
    private final String out = Topic.create("meters-out", PARTITIONS);
    private final String application = TestCluster.shared().uniqueName("meters");

    /** Half of the records have key hot; every hundredth has none and is dropped. */
    private void feed() {
        try (Feed feed = new Feed()) {
            for (int record = 0; record < RECORDS; record++) {
                feed.send(in, "key-" + record, record % 100 == 0 ? "none" : record % 2 == 0 ? "hot" : "cold-" + record);
            }
        }
    }

    private Topology counting(Runnable onRecord) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .peek((key, value) -> onRecord.run())
                .selectKey((key, value) -> value.equals("none") ? null : value)
                .repartition()
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }

    private Properties config(String guarantee) {
        Properties config = OurApp.config(application, folder.resolve(application), guarantee);
        config.put("stoatflow.meter.registry", registry);
        return config;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldSayWhatHasHappened(String guarantee) {
        feed();
        try (OurApp app = OurApp.running(counting(() -> {}), config(guarantee))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(described(), registered(), "meters and their tags");

            assertEquals(RECORDS, counter("stoatflow.stage.records", "stage", "0"));
            assertEquals(counter("stoatflow.stage.records", "stage", "0"), laneRecords("0"));
            assertEquals(counter("stoatflow.stage.records", "stage", "1"), laneRecords("1"));
            assertTrue(counter("stoatflow.stage.busy", "stage", "1") > 0);
            assertTrue(gauge("stoatflow.epoch.interval") > 0);
            assertEquals(0.5, gauge("stoatflow.stage.hot.key.share", "stage", "1"), 0.1);
            assertTrue(hotKeys(app, "1").matches("#[0-9a-f]{8} .*"), hotKeys(app, "1"));
            Eventually.await(
                    () -> registry.get("stoatflow.epoch.records").summary().totalAmount() == RECORDS,
                    () -> "epochs with all records; they had "
                            + registry.get("stoatflow.epoch.records").summary().totalAmount());
            long commits = registry.get("stoatflow.commit").timer().count();
            assertTrue(commits > 0);
            assertTrue(registry.get("stoatflow.commit.bytes").summary().totalAmount() > 0);
            assertTrue(registry.get("stoatflow.epoch.wait").timers().stream()
                            .mapToLong(timer -> timer.count())
                            .sum()
                    > 0);
            assertTrue(registry.get("stoatflow.commit.phase")
                            .tag("phase", "committing")
                            .timer()
                            .count()
                    >= (guarantee.equals("exactly_once_v2") ? commits : 0));
            for (int partition = 0; partition < PARTITIONS; partition++) {
                String number = Integer.toString(partition);
                Eventually.await(
                        () -> gauge("stoatflow.source.lag", "topic", in, "partition", number) == 0,
                        () -> "no lag in partition " + number);
            }
        }
        assertEquals(List.of(), registry.getMeters().stream().map(Meter::getId).toList(), "left behind");
    }

    @Test
    void shouldCountDropsByReasonAsTheyAreInAll() {
        try (Feed feed = new Feed()) {
            for (int record = 0; record < 100; record++) {
                feed.send(in, record % 10 == 0 ? null : "key", "value");
            }
        }
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).groupByKey().count(Materialized.as("counts"));
        try (OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"))) {
            Group.awaitAllCommitted(application, List.of(in));
            double all = registry.get("stoatflow.records.dropped").functionCounters().stream()
                    .mapToDouble(counter -> counter.count())
                    .sum();
            assertEquals(10, all);
            assertEquals(
                    10,
                    app.streams().metrics().values().stream()
                            .filter(metric -> metric.metricName().name().equals("dropped-records-total"))
                            .mapToDouble(metric -> (double) metric.metricValue())
                            .sum());
        }
    }

    @Test
    void shouldGoOnCountingAfterARestartInPlace() {
        feed();
        AtomicBoolean fails = new AtomicBoolean(true);
        int[] seen = new int[1];
        Topology topology = counting(() -> {
            if (seen[0]++ > RECORDS / 2 && fails.getAndSet(false)) {
                throw new IllegalStateException("once");
            }
        });
        try (OurApp app = OurApp.goingOn(topology, config("exactly_once_v2"))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(1, counter("stoatflow.restarts"));
            assertEquals(1, counter("stoatflow.failures"));
            assertTrue(counter("stoatflow.stage.records", "stage", "0") >= RECORDS);
            assertFalse(app.streams().state().hasCompletedShutdown());
        }
    }

    @Test
    void shouldHaveNoMetersForLanesWhereThereAreMoreThanAsked() {
        Properties config = config("exactly_once_v2");
        config.put("stoatflow.meter.lanes.max", "1");
        try (OurApp app = OurApp.running(counting(() -> {}), config)) {
            assertEquals(0, registry.find("stoatflow.lane.records").meters().size());
            assertEquals(2, registry.find("stoatflow.stage.records").meters().size());
            assertTrue(app.errors().isEmpty());
        }
    }

    // ---- what there is

    private static Set<String> described() {
        return Stream.of(EngineMeter.values())
                .map(meter -> meter.id() + " "
                        + new TreeSet<>(withApplication(meter.scope().tags())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> withApplication(List<String> tags) {
        List<String> all = new ArrayList<>(tags);
        all.add("application");
        all.add("client.id");
        return all;
    }

    private Set<String> registered() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName() + " "
                        + new TreeSet<>(meter.getId().getTags().stream()
                                .map(Tag::getKey)
                                .toList()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private double laneRecords(String stage) {
        return registry.get("stoatflow.lane.records").tag("stage", stage).functionCounters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private double counter(String name, String... tags) {
        return search(name, tags).functionCounter().count();
    }

    private double gauge(String name, String... tags) {
        return search(name, tags).gauge().value();
    }

    private Search search(String name, String... tags) {
        return registry.find(name).tags(tags);
    }

    private static String hotKeys(OurApp app, String stage) {
        return app.streams().metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("hot-keys")
                        && stage.equals(metric.getKey().tags().get("stage")))
                .map(metric -> (String) metric.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }
}
