package org.stoatflow.examples.demo.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class EngineReadingTest {
    @Test
    void shouldFindTheEnginesMetrics() {
        EngineReading status = EngineReading.of(Map.ofEntries(
                metric("stoatflow-engine-metrics", "epoch-interval-ms", 21.5),
                metric("stoatflow-engine-metrics", "commit-duration-ms", 4L),
                metric("producer-metrics", "commit-duration-ms", 9L)));
        assertEquals(OptionalDouble.of(21.5), status.epochIntervalMs());
        assertEquals(OptionalDouble.of(4), status.commitMs());
    }

    @Test
    void shouldDoWithoutThem() {
        EngineReading status = EngineReading.of(Map.ofEntries(
                metric("stoatflow-engine-metrics", "epoch-interval-ms", Double.NaN),
                metric("stoatflow-engine-metrics", "commit-duration-ms", "fast")));
        assertTrue(status.epochIntervalMs().isEmpty());
        assertTrue(status.commitMs().isEmpty());
    }

    @Test
    void shouldComeBackFromItsLine() {
        EngineReading half = new EngineReading(OptionalDouble.of(21.5), OptionalDouble.empty());
        assertEquals(half, EngineReading.parse(half.line()));
    }

    private static Map.Entry<MetricName, Metric> metric(String group, String name, Object value) {
        MetricName metricName = new MetricName(name, group, "", Map.of());
        return Map.entry(metricName, new Metric() {
            @Override
            public MetricName metricName() {
                return metricName;
            }

            @Override
            public Object metricValue() {
                return value;
            }
        });
    }
}
