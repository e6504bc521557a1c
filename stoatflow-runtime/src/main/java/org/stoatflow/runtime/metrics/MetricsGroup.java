package org.stoatflow.runtime.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Rate;

/**
 * Metrics of one group and one set of tags, being added to Kafka's registry; and those that were added, so that they
 * can be taken away. Owner: the dispatcher's thread, or whoever makes the application.
 */
final class MetricsGroup {
    private final Metrics metrics;
    private final List<MetricName> names = new ArrayList<>();
    private final List<Sensor> sensors = new ArrayList<>();
    private final List<GrowthSensor> growths = new ArrayList<>();

    MetricsGroup(Metrics metrics) {
        this.metrics = metrics;
    }

    /** Adds metrics of a group with tags. */
    Group group(String group, Map<String, String> tags) {
        return new Group(group, tags);
    }

    /** Takes what has grown since the last time. */
    void sample(long nowMs) {
        growths.forEach(growth -> growth.sample(nowMs));
    }

    /** Takes away everything that was added. */
    void clear() {
        sensors.forEach(sensor -> metrics.removeSensor(sensor.name()));
        names.forEach(metrics::removeMetric);
        sensors.clear();
        names.clear();
        growths.clear();
    }

    /** The metrics of one thing. */
    final class Group {
        private final String group;
        private final Map<String, String> tags;

        private Group(String group, Map<String, String> tags) {
            this.group = group;
            this.tags = tags;
        }

        /** A figure that is read when it is asked for; numbers are doubles, as Kafka Streams' totals are. */
        Group figure(String name, String description, LongSupplier value) {
            MetricName metric = name(name, description);
            metrics.addMetric(metric, (Measurable) (config, nowMs) -> value.getAsLong());
            names.add(metric);
            return this;
        }

        /** Anything that is read when it is asked for. */
        Group value(String name, String description, Supplier<Object> value) {
            MetricName metric = name(name, description);
            metrics.addMetric(metric, null, (Gauge<Object>) (config, nowMs) -> value.get());
            names.add(metric);
            return this;
        }

        /** A counter and how fast it grows each second. */
        Group totalAndRate(String name, String description, LongSupplier counter) {
            figure(name + "-total", "Number of " + description, counter);
            growths.add(GrowthSensor.of(
                    sensor(name, name + "-rate", "Number of " + description + " each second", new Rate()), counter));
            return this;
        }

        /** The share of the time that a counter of nanoseconds stands for. */
        Group ratio(String name, String description, LongSupplier counterNs) {
            growths.add(GrowthSensor.of(sensor(name, name, description, new Rate(TimeUnit.NANOSECONDS)), counterNs));
            return this;
        }

        /** What one counter has grown by for each by which another has, on average. */
        Group average(String name, String description, LongSupplier counter, LongSupplier each, double unit) {
            growths.add(GrowthSensor.ofEach(sensor(name, name, description, new Avg()), counter, each, unit));
            return this;
        }

        /** The greatest of what is taken once a second. */
        Group most(String name, String description, LongSupplier taken, double unit) {
            growths.add(GrowthSensor.ofMost(sensor(name, name, description, new Max()), taken, unit));
            return this;
        }

        /** Average and maximum of what the caller records. */
        Sensor recorded(String name, String description) {
            Sensor sensor = sensor(name, name + "-avg", "Average " + description, new Avg());
            sensor.add(name(name + "-max", "Longest " + description), new Max());
            return sensor;
        }

        /** The greatest of the averages of each second, and their average. */
        Group averageAndMost(String name, String description, LongSupplier counter, LongSupplier each, double unit) {
            growths.add(GrowthSensor.ofEach(recorded(name, description), counter, each, unit));
            return this;
        }

        private Sensor sensor(String role, String name, String description, MeasurableStat stat) {
            String unique = group + "." + role + "."
                    + tags.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(Object::toString)
                            .collect(Collectors.joining(","));
            Sensor sensor = metrics.sensor(unique);
            sensors.add(sensor);
            sensor.add(name(name, description), stat);
            return sensor;
        }

        private MetricName name(String name, String description) {
            return metrics.metricName(name, group, description, tags);
        }
    }
}
