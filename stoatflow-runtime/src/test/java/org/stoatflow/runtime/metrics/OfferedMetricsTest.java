package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.counters.DropCounters;

/** Brokers that ask clients for metrics are told the application's by the clients by which Kafka Streams tells them. */
class OfferedMetricsTest {
    private final MetricsRig rig = new MetricsRig("client", new SimpleMeterRegistry(), null);
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

    @AfterEach
    void close() {
        rig.close();
    }

    private Set<MetricName> names(Predicate<MetricName> which) {
        return rig.metrics.metrics().keySet().stream().filter(which).collect(Collectors.toSet());
    }

    private static Predicate<MetricName> ofThread(String thread) {
        return name -> thread.equals(name.tags().get("thread-id"));
    }

    private static Set<MetricName> offered(List<KafkaMetric> metrics) {
        return metrics.stream().map(KafkaMetric::metricName).collect(Collectors.toSet());
    }

    @Test
    void shouldOfferTheThreadsMetricsByEachConsumerThatIsMade() {
        Set<MetricName> expected = names(ofThread("client-StreamThread-1"));
        assertFalse(expected.isEmpty());
        rig.metrics.onConsumer(consumer);
        assertEquals(expected, offered(consumer.addedMetrics()));
        MockConsumer<byte[], byte[]> next = new MockConsumer<>("none");
        rig.metrics.onConsumer(next);
        assertEquals(expected, offered(next.addedMetrics()));
    }

    @Test
    void shouldOfferTheGlobalThreadsMetricsByItsConsumerAsTheyCome() {
        rig.metrics.onGlobalConsumer(consumer);
        assertEquals(Set.of(), offered(consumer.addedMetrics()));
        rig.metrics.onGlobals(DropCounters.ofOne());
        assertEquals(names(ofThread("client-GlobalStreamThread")), offered(consumer.addedMetrics()));
        assertEquals(2, consumer.addedMetrics().size());
    }

    @Test
    void shouldOfferTheApplicationsMetricsByTheAdminClient() {
        List<KafkaMetric> added = new ArrayList<>();
        rig.metrics.onAdmin(admin(added));
        assertEquals(names(name -> name.group().equals("stream-metrics")), offered(added));
        rig.metrics.close();
        assertEquals(List.of(), added);
    }

    /** A user's client may refuse such calls. */
    @Test
    void shouldGoOnWhereAClientOffersNothing() {
        rig.metrics.onConsumer(new MockConsumer<byte[], byte[]>("none") {
            @Override
            public void registerMetricForSubscription(KafkaMetric metric) {
                throw new UnsupportedOperationException();
            }
        });
        assertFalse(names(ofThread("client-StreamThread-1")).isEmpty());
    }

    private static Admin admin(List<KafkaMetric> added) {
        return (Admin) Proxy.newProxyInstance(
                OfferedMetricsTest.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    KafkaMetric metric = (KafkaMetric) arguments[0];
                    if (method.getName().equals("registerMetricForSubscription")) {
                        added.add(metric);
                    } else {
                        added.remove(metric);
                    }
                    return null;
                });
    }
}
