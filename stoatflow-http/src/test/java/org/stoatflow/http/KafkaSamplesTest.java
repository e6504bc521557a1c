package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What Prometheus sees of Kafka's metrics is what Micrometer's own binder shows of them. */
class KafkaSamplesTest {
    @Test
    void shouldShowTheSeriesOfMicrometersBinder() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", "localhost:1", "client.id", "some-client"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                KafkaClientMetrics binder = new KafkaClientMetrics(producer, List.<Tag>of())) {
            PrometheusMeterRegistry theirs = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            binder.bindTo(theirs);
            PrometheusMeterRegistry ours = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            ours.getPrometheusRegistry().register(new KafkaSamples(producer::metrics, KafkaVersion.ofClients()));
            String series = series(theirs);
            assertEquals(series, series(ours));
            assertTrue(
                    series.contains("kafka_producer_record_send_total{client_id=\"some-client\",kafka_version="),
                    series);
        }
    }

    @Test
    void shouldLeaveOutAGaugeThatThrows() {
        try (Metrics kafka = new Metrics()) {
            kafka.addMetric(kafka.metricName("broken", "own-metrics"), (Gauge<Double>) (config, nowMs) -> {
                throw new IllegalStateException("a defect");
            });
            kafka.addMetric(kafka.metricName("sound", "own-metrics"), (Gauge<Double>) (config, nowMs) -> 1.0);
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            registry.getPrometheusRegistry().register(new KafkaSamples(kafka::metrics, "any"));
            String series = series(registry);
            assertTrue(series.contains("kafka_own_sound"), series);
            assertTrue(!series.contains("broken"), series);
        }
    }

    /** Names with their labels and kinds, in their order. */
    private static String series(PrometheusMeterRegistry registry) {
        String text = new String(new MetricsPage(registry).answer(null).content(), StandardCharsets.UTF_8);
        TreeSet<String> series = new TreeSet<>();
        text.lines()
                .filter(line -> !line.startsWith("# HELP"))
                .map(line -> line.startsWith("#") ? line : line.substring(0, line.lastIndexOf(' ')))
                .forEach(series::add);
        return String.join("\n", series);
    }
}
