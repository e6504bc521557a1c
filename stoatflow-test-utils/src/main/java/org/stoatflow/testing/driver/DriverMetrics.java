package org.stoatflow.testing.driver;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Rate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.TaskId;

/**
 * The metrics of a driver: the sensors that processors add, and the dropped records of each task, with Kafka Streams'
 * names. Totals are read when somebody asks; a rate is brought up to date when {@link #all} is called. Thread: the
 * driver's.
 */
final class DriverMetrics {
    private static final String TASK_GROUP = "stream-task-metrics";

    private final Metrics metrics = new Metrics();
    private final UserSensors sensors =
            new UserSensors(metrics, () -> Thread.currentThread().getName());
    private final Map<TaskId, Drops> drops = new HashMap<>();
    private @Nullable Kernel kernel;

    /** The dropped records of one task, over all kernels. */
    private static final class Drops {
        private final Sensor rate;
        private long before; // of kernels that have ended
        private long sampled;

        Drops(Sensor rate) {
            this.rate = rate;
        }
    }

    StreamsMetrics sensors() {
        return sensors;
    }

    /** Another kernel goes on. */
    void onKernel(Kernel begun) {
        drops.forEach((task, of) -> of.before += ofKernel(task));
        kernel = begun;
        for (Stage stage : begun.plan().stages()) {
            stage.owned().stream().forEach(partition -> add(new TaskId(stage.id(), partition)));
        }
    }

    private void add(TaskId task) {
        if (drops.containsKey(task)) {
            return;
        }
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("thread-id", Thread.currentThread().getName());
        tags.put("task-id", task.toString());
        metrics.addMetric(
                metrics.metricName("dropped-records-total", TASK_GROUP, "Number of records left out", tags),
                (Measurable) (config, nowMs) -> total(task));
        Sensor rate = metrics.sensor(TASK_GROUP + ".dropped-records." + task);
        rate.add(
                metrics.metricName("dropped-records-rate", TASK_GROUP, "Records left out each second", tags),
                new Rate());
        drops.put(task, new Drops(rate));
    }

    private long total(TaskId task) {
        Drops of = drops.get(task);
        return of == null ? 0 : of.before + ofKernel(task);
    }

    private long ofKernel(TaskId task) {
        Kernel now = kernel;
        if (now == null) {
            return 0;
        }
        return now.plan().stages().stream()
                .filter(stage -> stage.id() == task.subtopology())
                .flatMap(stage -> now.lanes().subList(stage.firstLane(), stage.firstLane() + stage.lanes()).stream())
                .map(Lane::counters)
                .mapToLong(counters -> counters.dropped(task.partition()))
                .sum();
    }

    /** All metrics, which go on to change. */
    Map<MetricName, ? extends Metric> all() {
        drops.forEach((task, of) -> {
            long total = total(task);
            of.rate.record((double) (total - of.sampled));
            of.sampled = total;
        });
        return Collections.unmodifiableMap(metrics.metrics());
    }
}
