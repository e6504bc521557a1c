package org.stoatflow.runtime.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Min;
import org.apache.kafka.common.metrics.stats.Rate;
import org.stoatflow.kernel.counters.EndToEndTimes;

/**
 * Adds metrics to Kafka's registry, with a group and tags, and remembers them, so that they can be removed together.
 * Owner: the dispatcher's thread, or the thread that makes the application. Any thread may {@link #catchUp}.
 *
 * <p>Totals are of Kafka's own class for them, since bridges to other registries look at the class to know a counter
 * from a gauge. Such a total cannot be asked for its value by us, so it is told by how much our counter has grown: with
 * each sample, and before somebody is given the metrics.
 */
final class MetricsGroup {
    private final Metrics metrics;
    private final List<MetricName> names = new ArrayList<>();
    private final List<Sensor> sensors = new ArrayList<>();
    private final List<GrowthSensor> totals = new ArrayList<>(); // guarded by itself
    private final List<GrowthSensor> growths = new ArrayList<>();

    MetricsGroup(Metrics metrics) {
        this.metrics = metrics;
    }

    Group group(String group, MetricTags tags) {
        return new Group(group, tags);
    }

    /** Records by how much the counters have grown since the last sample. */
    void sample() {
        catchUp();
        growths.forEach(GrowthSensor::sample);
    }

    /** Tells the totals by how much their counters have grown. Any thread. */
    void catchUp() {
        synchronized (totals) {
            totals.forEach(GrowthSensor::sample);
        }
    }

    /** Removes all metrics that were added. */
    void clear() {
        sensors.forEach(sensor -> metrics.removeSensor(sensor.name()));
        names.forEach(metrics::removeMetric);
        sensors.clear();
        names.clear();
        growths.clear();
        synchronized (totals) {
            totals.clear();
        }
    }

    /** Adds metrics with one group and one set of tags. */
    final class Group {
        private final String group;
        private final MetricTags tags;

        private Group(String group, MetricTags tags) {
            this.group = group;
            this.tags = tags;
        }

        /** Adds a counter. */
        Group total(String name, String description, LongSupplier counter) {
            grow(sensor(name, name, description, new CumulativeSum()), counter);
            return this;
        }

        /** Adds a value of any type that is read when somebody asks for it. */
        Group value(String name, String description, Supplier<Object> value) {
            MetricName metric = name(name, description);
            metrics.addMetric(metric, null, (Gauge<Object>) (config, nowMs) -> value.get());
            names.add(metric);
            return this;
        }

        /** Adds a counter, and by how much it grows each second. */
        Group totalAndRate(String name, String description, LongSupplier counter) {
            Sensor sensor = sensor(name, name + "-total", "Number of " + description, new CumulativeSum());
            GrowthSensor total = grow(sensor, counter);
            total.sample(); // what was counted before now is no part of the rate
            sensor.add(name(name + "-rate", "Number of " + description + " each second"), new Rate());
            return this;
        }

        private GrowthSensor grow(Sensor sensor, LongSupplier counter) {
            GrowthSensor total = GrowthSensor.ofAll(sensor, counter);
            synchronized (totals) {
                totals.add(total);
            }
            return total;
        }

        /** Adds the share of the time that a counter of nanoseconds accounts for. */
        Group ratio(String name, String description, LongSupplier counterNs) {
            growths.add(GrowthSensor.of(sensor(name, name, description, new Rate(TimeUnit.NANOSECONDS)), counterNs));
            return this;
        }

        /** Adds the average growth of one counter for each unit by which another one grows. */
        Group average(String name, String description, LongSupplier counter, LongSupplier each, double unit) {
            growths.add(GrowthSensor.ofEach(sensor(name, name, description, new Avg()), counter, each, unit));
            return this;
        }

        /** Adds the greatest of the values that are taken once a second. */
        Group most(String name, String description, LongSupplier taken, double unit) {
            growths.add(GrowthSensor.ofMost(sensor(name, name, description, new Max()), taken, unit));
            return this;
        }

        /** Adds the average and the maximum of values that the caller records. */
        Sensor recorded(String name, String description) {
            Sensor sensor = sensor(name, name + "-avg", "Average " + description, new Avg());
            sensor.add(name(name + "-max", "Longest " + description), new Max());
            return sensor;
        }

        /** Adds the average and the greatest of the averages of each second. */
        Group averageAndMost(String name, String description, LongSupplier counter, LongSupplier each, double unit) {
            growths.add(GrowthSensor.ofEach(recorded(name, description), counter, each, unit));
            return this;
        }

        /** Adds average, least and most of ages in ms, of which the extremes since the last call are taken. */
        Group ages(String name, Supplier<EndToEndTimes.Age> taken) {
            growths.add(new AgeSensors(
                    sensor(name + "-avg", name + "-avg", "Average age of a record, in ms", new Avg()),
                    sensor(name + "-min", name + "-min", "Least age of a record, in ms", new Min()),
                    sensor(name + "-max", name + "-max", "Greatest age of a record, in ms", new Max()),
                    taken));
            return this;
        }

        /** Adds the average and the greatest of how late records are, in ms. */
        Group lateness(String name, LateSensors.Late late) {
            growths.add(new LateSensors(
                    sensor(name + "-avg", name + "-avg", "Average lateness of a record, in ms", new Avg()),
                    sensor(name + "-max", name + "-max", "Greatest lateness of a record, in ms", new Max()),
                    late));
            return this;
        }

        private Sensor sensor(String role, String name, String description, MeasurableStat stat) {
            String unique = group + "." + role + "." + tags;
            Sensor sensor = metrics.sensor(unique);
            sensors.add(sensor);
            sensor.add(name(name, description), stat);
            return sensor;
        }

        private MetricName name(String name, String description) {
            return metrics.metricName(name, group, description, tags.inOrder());
        }
    }
}
