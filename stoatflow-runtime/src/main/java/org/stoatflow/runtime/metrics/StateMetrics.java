package org.stoatflow.runtime.metrics;

import org.stoatflow.state.StateMetric;

/** Adds Kafka Streams' metrics of RocksDB, of the one database that has the rows of all tasks and stores. */
final class StateMetrics {
    private static final String ALL = "all";

    private StateMetrics() {}

    static void add(MetricsGroup to, String threadId, StateCounters counters) {
        MetricsGroup.Group state = to.group(
                "stream-state-metrics",
                MetricTags.of("thread-id", threadId).and("task-id", ALL).and("rocksdb-state-id", ALL));
        for (StateMetric metric : StateMetric.values()) {
            if (!metric.property().isEmpty()) {
                state.value(metric.property(), metric.description(), () -> (long) counters.of(metric));
            }
        }
    }
}
