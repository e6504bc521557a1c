package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.Scraped;

/**
 * Through Micrometer's binder for Kafka, Prometheus sees the same names, kinds and labels as of Kafka Streams. {@code
 * KafkaMetricsIT} compares whole applications.
 */
class MicrometerBinderTest {
    private final MetricsRig rig = new MetricsRig("client", new SimpleMeterRegistry());

    @Test
    void shouldSeeTheSeriesOfKafkaStreams() {
        Set<String> theirs;
        try (Metrics registry = new Metrics()) {
            KafkaStreamsNames.register(registry, "client");
            theirs = Scraped.series(registry::metrics);
        }
        Set<String> ours = new TreeSet<>(Scraped.series(rig.metrics::metrics));
        ours.removeIf(series -> series.startsWith("kafka_stoatflow_engine_")); // which only we have
        assertEquals(String.join("\n", theirs), String.join("\n", ours));
        assertTrue(theirs.stream().anyMatch(series -> series.contains("_total counter")), theirs::toString);
        rig.close();
    }

    /** A total is told of its growth; who asks for the metrics has all of it. */
    @Test
    void shouldHaveWholeTotalsWhenAsked() {
        rig.metrics.onEvent(EngineEvent.FAILURE);
        rig.metrics.onEvent(EngineEvent.FAILURE);
        assertEquals(2.0, failures());
        rig.metrics.sample();
        rig.metrics.onEvent(EngineEvent.FAILURE);
        assertEquals(3.0, failures());
        assertTrue(Scraped.text(rig.metrics::metrics)
                .lines()
                .anyMatch(
                        line -> line.startsWith("kafka_stream_failed_stream_threads_total{") && line.endsWith(" 3.0")));
        rig.close();
    }

    private Object failures() {
        return rig.metrics.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("failed-stream-threads"))
                .map(metric -> metric.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }
}
