package org.stoatflow.examples.demo.reading;

import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * What the engine's metrics say of its epochs; empty where they say nothing.
 *
 * @param epochIntervalMs how long an epoch takes
 * @param commitMs how long a commit takes
 */
public record EngineReading(OptionalDouble epochIntervalMs, OptionalDouble commitMs) {
    private static final String GROUP = "stoatflow-engine-metrics";

    /** Nothing is known. */
    public static final EngineReading NONE = new EngineReading(OptionalDouble.empty(), OptionalDouble.empty());

    /** From the metrics of an application; without those of StoatFlow's engine it is empty. */
    public static EngineReading of(Map<MetricName, ? extends Metric> metrics) {
        return new EngineReading(value(metrics, "epoch-interval-ms"), value(metrics, "commit-duration-ms"));
    }

    /** The reading as one line, for {@link #parse}. */
    public String line() {
        return epochIntervalMs.orElse(Double.NaN) + " " + commitMs.orElse(Double.NaN);
    }

    /** What {@link #line} has written. */
    public static EngineReading parse(String line) {
        String[] numbers = line.split(" ");
        return new EngineReading(number(numbers[0]), number(numbers[1]));
    }

    private static OptionalDouble number(String text) {
        double number = Double.parseDouble(text);
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
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
