package org.stoatflow.runtime.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * The engine's own figures in the form in which {@code KafkaStreams.metrics()} gives those of the Kafka clients: each is
 * read when it is asked for. Any thread.
 */
public final class EngineMetrics {
    /** Group of all of them. */
    public static final String GROUP = "stoatflow-engine-metrics";

    private final Map<MetricName, Metric> metrics = new HashMap<>();
    private final Map<String, String> tags;

    public EngineMetrics(String applicationId) {
        this.tags = Map.of("application-id", applicationId);
    }

    /** Adds a figure; returns this. */
    public EngineMetrics add(String name, String description, Supplier<Object> value) {
        MetricName metric = new MetricName(name, GROUP, description, tags);
        metrics.put(metric, new Figure(metric, value));
        return this;
    }

    public Map<MetricName, Metric> all() {
        return metrics;
    }

    private record Figure(MetricName metricName, Supplier<Object> value) implements Metric {
        @Override
        public Object metricValue() {
            return value.get();
        }
    }
}
