package org.stoatflow.runtime.testkit;

import io.prometheus.jmx.JmxCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MalformedObjectNameException;

/** What the JMX exporter finds among the MBeans of this process by patterns as configurations of it have them. */
public final class Exported {
    /** The attributes that jmx_exporter's published configuration for Kafka Streams asks for, by the type of MBeans. */
    private static final Map<String, List<String>> ASKED = Map.of(
            "stream-processor-node-metrics", List.of("process-rate", "process-total"),
            "stream-thread-metrics",
                    List.of("poll-latency-max", "poll-latency-avg", "commit-rate", "process-records-avg"),
            "stream-metrics", List.of("alive-stream-threads", "failed-stream-threads"),
            "stream-state-metrics",
                    List.of(
                            "block-cache-usage",
                            "size-all-mem-tables",
                            "estimate-table-readers-mem",
                            "block-cache-capacity"));

    private Exported() {}

    /** How many samples each pattern gives. */
    public static Map<String, Integer> samples() {
        StringBuilder rules = new StringBuilder("rules:\n");
        Map<String, String> patterns = new TreeMap<>(); // by the metric's name
        ASKED.forEach((type, attributes) -> attributes.forEach(attribute -> {
            String name = "asked_" + patterns.size();
            String pattern = "kafka.streams<type=" + type + ",.*>" + attribute;
            patterns.put(name, pattern);
            rules.append("- pattern: '").append(pattern).append("'\n");
            rules.append("  name: ").append(name).append("\n  type: GAUGE\n");
        }));
        rules.append("- pattern: 'kafka.streams<type=stream-metrics,.*client-id=(.+)><>state: RUNNING'\n")
                .append("  name: asked_state\n  value: 1\n  type: GAUGE\n  labels:\n    clientid: \"$1\"\n");
        patterns.put("asked_state", "state: RUNNING");
        Map<String, Integer> samples = new TreeMap<>();
        try {
            new JmxCollector(rules.toString())
                    .register(new PrometheusRegistry())
                    .collect()
                    .forEach(metric -> {
                        String pattern = patterns.get(metric.getMetadata().getName());
                        if (pattern != null) {
                            samples.put(pattern, metric.getDataPoints().size());
                        }
                    });
        } catch (MalformedObjectNameException never) {
            throw new AssertionError(never);
        }
        return samples;
    }
}
