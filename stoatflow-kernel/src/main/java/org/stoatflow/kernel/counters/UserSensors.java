package org.stoatflow.kernel.counters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

/**
 * The sensors that processors add, in a registry of Kafka's, with Kafka Streams' names for metrics. All lanes share
 * them: who adds a sensor of the same name again is given the one that is there. Any thread may add, record and
 * remove; Kafka's registry and sensors have locks of their own, each held for a moment.
 */
public final class UserSensors implements StreamsMetrics {
    private final Metrics metrics;
    private final Supplier<String> threadId;

    /**
     * Sensors in a registry, whose owner closes it.
     *
     * @param threadId the value of the tag {@code thread-id} of a sensor that is added now
     */
    public UserSensors(Metrics metrics, Supplier<String> threadId) {
        this.metrics = metrics;
        this.threadId = threadId;
    }

    /** Sensors in a registry of their own without reporters, tagged with the name of the thread that adds them. */
    public UserSensors() {
        this(new Metrics(), () -> Thread.currentThread().getName());
    }

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
        Names names = names(scopeName, entityName, operationName, tags);
        Sensor sensor = rateAndTotal(names, recordingLevel);
        String latency = operationName + "-latency";
        sensor.add(names.metric(latency + "-avg", "Average time of operation " + operationName), new Avg());
        sensor.add(names.metric(latency + "-max", "Longest time of operation " + operationName), new Max());
        return sensor;
    }

    @Override
    public Sensor addRateTotalSensor(
            String scopeName,
            String entityName,
            String operationName,
            Sensor.RecordingLevel recordingLevel,
            String... tags) {
        return rateAndTotal(names(scopeName, entityName, operationName, tags), recordingLevel);
    }

    private Sensor rateAndTotal(Names names, Sensor.RecordingLevel recordingLevel) {
        Sensor sensor = metrics.sensor(names.sensor(), recordingLevel);
        sensor.add(
                names.metric(names.operation() + "-rate", "Operations " + names.operation() + " each second"),
                new Rate(TimeUnit.SECONDS, new WindowedCount()));
        sensor.add(
                names.metric(names.operation() + "-total", "Number of operations " + names.operation()),
                new CumulativeCount());
        return sensor;
    }

    private Names names(String scopeName, String entityName, String operationName, String... tags) {
        String thread = threadId.get();
        return new Names(
                metrics,
                operationName,
                "external." + thread + ".entity." + entityName + ".sensor." + operationName,
                "stream-" + scopeName + "-metrics",
                tags(thread, scopeName, entityName, tags));
    }

    /** What the metrics of one sensor are called. */
    private record Names(Metrics metrics, String operation, String sensor, String group, Map<String, String> tags) {
        MetricName metric(String name, String description) {
            return metrics.metricName(name, group, description, tags);
        }
    }

    private static Map<String, String> tags(String thread, String scopeName, String entityName, String... tags) {
        if (tags.length % 2 != 0) {
            throw new IllegalArgumentException("Tags are names and values in turn, and there are " + tags.length);
        }
        Map<String, String> all = new LinkedHashMap<>();
        all.put("thread-id", thread);
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
        metrics.removeSensor(
                Objects.requireNonNull(sensor, "sensor cannot be null").name());
    }
}
