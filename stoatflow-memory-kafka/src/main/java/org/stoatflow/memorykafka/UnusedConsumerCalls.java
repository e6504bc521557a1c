package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * The calls of a consumer that the engine does not make: each says so.
 */
abstract class UnusedConsumerCalls implements Consumer<byte[], byte[]> {
    private static UnsupportedOperationException notModelled(String method) {
        return new UnsupportedOperationException("MemoryConsumer." + method + " is not modelled");
    }

    @Override
    public void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener listener) {
        throw notModelled("subscribe(SubscriptionPattern, ConsumerRebalanceListener)");
    }

    @Override
    public void subscribe(SubscriptionPattern pattern) {
        throw notModelled("subscribe(SubscriptionPattern)");
    }

    @Override
    public void commitAsync() {
        throw notModelled("commitAsync()");
    }

    @Override
    public void commitAsync(OffsetCommitCallback callback) {
        throw notModelled("commitAsync(OffsetCommitCallback)");
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        throw notModelled("registerMetricForSubscription");
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        throw notModelled("unregisterMetricFromSubscription");
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw notModelled("clientInstanceId");
    }

    @Override
    public void enforceRebalance() {
        throw notModelled("enforceRebalance()");
    }

    /** None: the model measures nothing. */
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }
}
