package org.stoatflow.runtime.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.spi.ClientIds;

/**
 * Offers an application's metrics to brokers that ask clients for some (KIP-1076). As in Kafka Streams, what is told of
 * the stream thread goes by the consumer, of the global thread by its consumer, of the application by the admin client.
 * A client that is made later is offered what there is then. Threads: any.
 */
final class OfferedMetrics implements MetricsReporter {
    private static final Logger LOG = LoggerFactory.getLogger(OfferedMetrics.class);
    private static final String THREAD = "thread-id";

    private final Offer byConsumer;
    private final Offer byGlobalConsumer;
    private final Offer byAdmin = new Offer(name -> name.group().equals("stream-metrics"));

    OfferedMetrics(ClientIds ids) {
        byConsumer = new Offer(name -> ids.thread().equals(name.tags().get(THREAD)));
        byGlobalConsumer =
                new Offer(name -> ids.globalThread().equals(name.tags().get(THREAD)));
    }

    /** Those of the metrics that go by one client. Its lock is held for a moment; clients wait for nothing. */
    private static final class Offer {
        private final Predicate<MetricName> which;
        private final Map<MetricName, KafkaMetric> metrics = new LinkedHashMap<>(); // guarded by this
        private @Nullable Offered client; // guarded by this

        Offer(Predicate<MetricName> which) {
            this.which = which;
        }

        synchronized void to(Offered made) {
            client = made;
            metrics.values().forEach(metric -> quietly(made.add(), metric));
        }

        synchronized void add(KafkaMetric metric) {
            if (which.test(metric.metricName())) {
                metrics.put(metric.metricName(), metric);
                if (client != null) {
                    quietly(client.add(), metric);
                }
            }
        }

        synchronized void remove(KafkaMetric metric) {
            if (metrics.remove(metric.metricName()) != null && client != null) {
                quietly(client.remove(), metric);
            }
        }

        /** A client may be the user's, and offer nothing, or be written for clients that could not. */
        private static void quietly(java.util.function.Consumer<KafkaMetric> call, KafkaMetric metric) {
            try {
                call.accept(metric);
            } catch (RuntimeException | LinkageError refused) {
                LOG.debug("A client does not offer the metric {}", metric.metricName(), refused);
            }
        }
    }

    /** What a client does to offer a metric, and not to offer it any more. */
    private record Offered(
            java.util.function.Consumer<KafkaMetric> add, java.util.function.Consumer<KafkaMetric> remove) {
        static Offered by(Consumer<?, ?> consumer) {
            return new Offered(consumer::registerMetricForSubscription, consumer::unregisterMetricFromSubscription);
        }
    }

    void onConsumer(Consumer<?, ?> made) {
        byConsumer.to(Offered.by(made));
    }

    void onGlobalConsumer(Consumer<?, ?> made) {
        byGlobalConsumer.to(Offered.by(made));
    }

    void onAdmin(Admin made) {
        byAdmin.to(new Offered(made::registerMetricForSubscription, made::unregisterMetricFromSubscription));
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
        metrics.forEach(this::metricChange);
    }

    @Override
    public void metricChange(KafkaMetric metric) {
        byConsumer.add(metric);
        byGlobalConsumer.add(metric);
        byAdmin.add(metric);
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {
        byConsumer.remove(metric);
        byGlobalConsumer.remove(metric);
        byAdmin.remove(metric);
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
