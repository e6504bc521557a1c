package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Materialized;

/** What is left out of global stores is in the meters, and in the metric of Kafka Streams' global task. */
class GlobalDropsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DropCounters drops = DropCounters.ofOne();
    private final EngineMetrics metrics = metrics(registry);

    private static EngineMetrics metrics(SimpleMeterRegistry registry) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>globalTable("world", Materialized.as("table"));
        StreamsConfig config = new StreamsConfig(Map.of(
                "application.id", "app", "bootstrap.servers", "localhost:1", "stoatflow.meter.registry", registry));
        EngineListener listener = (EngineListener) Proxy.newProxyInstance(
                GlobalDropsTest.class.getClassLoader(),
                new Class<?>[] {EngineListener.class},
                (proxy, method, arguments) -> method.getName().equals("state") ? KafkaStreams.State.RUNNING : "client");
        return new EngineMetrics("app", config, TopologyAccess.logical(builder.build()), listener, null);
    }

    private double counted(String reason) {
        return registry.get("stoatflow.records.dropped")
                .tag("reason", reason)
                .functionCounter()
                .count();
    }

    @Test
    void shouldCountByReasonAndForTheTask() {
        metrics.onGlobals(drops);
        drops.onDropped(DropReason.NULL_KEY, 0);
        drops.onFault(ErrorDrop.UNREADABLE, 0, "here", "bad bytes");
        drops.onFault(ErrorDrop.UNREADABLE, 0, "there", "bad bytes");
        assertEquals(1, counted("null-key"));
        assertEquals(2, counted("unreadable"));
        assertEquals(0, counted("processing"));
        assertEquals(3.0, total().metricValue());
        metrics.close();
    }

    private Metric total() {
        return metrics.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("dropped-records-total"))
                .filter(metric -> metric.metricName()
                        .tags()
                        .equals(Map.of("thread-id", "client-GlobalStreamThread", "task-id", "-1_-1")))
                .findFirst()
                .orElseThrow();
    }
}
