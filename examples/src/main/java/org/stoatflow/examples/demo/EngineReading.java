package org.stoatflow.examples.demo;

import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** What the engine's metrics say of its epochs; empty where they say nothing. */
record EngineReading(OptionalDouble epochIntervalMs, OptionalDouble commitMs) {
    private static final String GROUP = "stoatflow-engine-metrics";

    static EngineReading of(Map<MetricName, ? extends Metric> metrics) {
        return new EngineReading(value(metrics, "epoch-interval-ms"), value(metrics, "commit-duration-ms"));
    }

    private static OptionalDouble value(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().group().equals(GROUP)
                        && metric.getKey().name().equals(name))
                .map(metric -> metric.getValue().metricValue())
                .filter(Number.class::isInstance)
                .mapToDouble(number -> ((Number) number).doubleValue())
                .filter(Double::isFinite)
                .findFirst();
    }
}
