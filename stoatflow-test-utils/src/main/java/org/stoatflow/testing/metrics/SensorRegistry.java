package org.stoatflow.testing.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.common.metrics.stats.WindowedCount;
import org.stoatflow.streams.StreamsMetrics;

/** Sensors of a processor under test, in a registry of Kafka's, with Kafka Streams' names for metrics. */
public final class SensorRegistry implements StreamsMetrics {
    private final Metrics metrics = new Metrics();

    /** Makes an empty registry. */
    public SensorRegistry() {}

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Collections.unmodifiableMap(metrics.metrics());
    }

    @Override
    public Sensor addLatencyRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags) {
        Sensor sensor = addRateTotalSensor(scopeName, entityName, operationName, recordingLevel, tags);
        String group = group(scopeName);
        Map<String, String> all = tags(scopeName, entityName, tags);
        sensor.add(metrics.metricName(operationName + "-latency-avg", group, all), new Avg());
        sensor.add(metrics.metricName(operationName + "-latency-max", group, all), new Max());
        return sensor;
    }

    @Override
    public Sensor addRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags) {
        Sensor sensor = metrics.sensor(
                "external." + scopeName + ".entity." + entityName + ".sensor." + operationName, recordingLevel);
        String group = group(scopeName);
        Map<String, String> all = tags(scopeName, entityName, tags);
        sensor.add(
                metrics.metricName(operationName + "-rate", group, all),
                new Rate(TimeUnit.SECONDS, new WindowedCount()));
        sensor.add(metrics.metricName(operationName + "-total", group, all), new CumulativeCount());
        return sensor;
    }

    private static String group(String scopeName) {
        return "stream-" + scopeName + "-metrics";
    }

    private static Map<String, String> tags(String scopeName, String entityName, String... tags) {
        if (tags.length % 2 != 0) {
            throw new IllegalArgumentException("Tags are names and values in turn, and there are " + tags.length);
        }
        Map<String, String> all = new LinkedHashMap<>();
        all.put("thread-id", Thread.currentThread().getName());
        all.put(scopeName + "-id", entityName);
        for (int i = 0; i < tags.length; i += 2) {
            all.put(tags[i], tags[i + 1]);
        }
        return all;
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel) {
        return metrics.sensor(name, recordingLevel);
    }

    @Override
    public Sensor addSensor(String name, Sensor.RecordingLevel recordingLevel, Sensor... parents) {
        return metrics.sensor(name, recordingLevel, parents);
    }

    @Override
    public void removeSensor(Sensor sensor) {
        metrics.removeSensor(sensor.name());
    }
}
