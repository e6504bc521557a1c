package org.stoatflow.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/** The metrics of an application that has a plan, and neither lanes nor a cluster. */
final class MetricsRig implements AutoCloseable {
    static final String APPLICATION = "app";
    static final int PARTITIONS = 2;

    final SourceCounters sources = new SourceCounters();
    final EngineMetrics metrics;

    MetricsRig(String clientId, MeterRegistry registry) {
        this(clientId, registry, null);
    }

    /** @param served the registry of a service beside that of the user; null for none */
    MetricsRig(String clientId, MeterRegistry registry, @Nullable MeterRegistry served) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        Topology topology = builder.build();
        StreamsConfig config = new StreamsConfig(Map.of(
                "application.id",
                APPLICATION,
                "bootstrap.servers",
                "localhost:1",
                "client.id",
                clientId,
                "stoatflow.meter.registry",
                registry));
        EngineListener listener = (EngineListener) Proxy.newProxyInstance(
                MetricsRig.class.getClassLoader(),
                new Class<?>[] {EngineListener.class},
                (proxy, method, arguments) -> method.getName().equals("state") ? KafkaStreams.State.RUNNING : clientId);
        metrics = new EngineMetrics(APPLICATION, config, TopologyAccess.logical(topology), listener, served);
        metrics.onPlan(
                Planner.compile(
                        TopologyAccess.logical(topology),
                        new PlanSettings(APPLICATION, 1, Serdes.ByteArray(), 0),
                        topic -> OptionalInt.of(PARTITIONS)),
                sources);
    }

    /** What a partition of the input has had. */
    SourceCounters.PartitionCounters read(int partition) {
        return sources.of(new TopicPartition("in", partition));
    }

    @Override
    public void close() {
        metrics.close();
    }
}
