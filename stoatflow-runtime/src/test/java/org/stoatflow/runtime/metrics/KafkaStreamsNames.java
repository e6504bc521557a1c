package org.stoatflow.runtime.metrics;

import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.internals.metrics.ClientMetrics;
import org.apache.kafka.streams.processor.internals.metrics.ProcessorNodeMetrics;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;
import org.apache.kafka.streams.processor.internals.metrics.ThreadMetrics;
import org.apache.kafka.streams.processor.internals.metrics.TopicMetrics;

/**
 * Registers what {@link MetricsRig} has too, by Kafka Streams' own classes: with its names, kinds, and order of tags.
 */
final class KafkaStreamsNames {
    private final StreamsMetricsImpl metrics;
    private final String thread;

    private KafkaStreamsNames(StreamsMetricsImpl metrics, String thread) {
        this.metrics = metrics;
        this.thread = thread;
    }

    static void register(Metrics registry, String clientId) {
        KafkaStreamsNames names = new KafkaStreamsNames(
                new StreamsMetricsImpl(registry, clientId, Time.SYSTEM), clientId + "-StreamThread-1");
        names.addClient();
        names.addThread();
        for (int partition = 0; partition < MetricsRig.PARTITIONS; partition++) {
            names.addTask("0_" + partition);
        }
    }

    private void addClient() {
        ClientMetrics.addVersionMetric(metrics);
        ClientMetrics.addCommitIdMetric(metrics);
        ClientMetrics.addApplicationIdMetric(metrics, MetricsRig.APPLICATION);
        ClientMetrics.addTopologyDescriptionMetric(metrics, (config, nowMs) -> "");
        ClientMetrics.addStateMetric(metrics, (config, nowMs) -> "");
        ClientMetrics.addNumAliveStreamThreadMetric(metrics, (config, nowMs) -> 1);
        ClientMetrics.failedStreamThreadSensor(metrics);
        ClientMetrics.addClientStateTelemetryMetric("any", MetricsRig.APPLICATION, metrics, (config, nowMs) -> 1);
        ClientMetrics.addClientRecordingLevelMetric("any", metrics, 0);
    }

    private void addThread() {
        ThreadMetrics.createTaskSensor(thread, metrics);
        ThreadMetrics.closeTaskSensor(thread, metrics);
        ThreadMetrics.commitSensor(thread, metrics);
        ThreadMetrics.commitRatioSensor(thread, metrics);
        ThreadMetrics.pollSensor(thread, metrics);
        ThreadMetrics.pollRecordsSensor(thread, metrics);
        ThreadMetrics.pollRatioSensor(thread, metrics);
        ThreadMetrics.processRateSensor(thread, metrics);
        ThreadMetrics.processLatencySensor(thread, metrics);
        ThreadMetrics.processRecordsSensor(thread, metrics);
        ThreadMetrics.punctuateSensor(thread, metrics);
        ThreadMetrics.addThreadStartTimeMetric(thread, metrics, 0);
        ThreadMetrics.addThreadStateMetric(thread, metrics, (config, nowMs) -> "");
        ThreadMetrics.addThreadStateTelemetryMetric("any", thread, metrics, (config, nowMs) -> 1);
    }

    private void addTask(String task) {
        TaskMetrics.droppedRecordsSensor(thread, task, metrics);
        TaskMetrics.punctuateSensor(thread, task, metrics);
        TaskMetrics.recordLatenessSensor(thread, task, metrics);
        String source = "KSTREAM-SOURCE-0000000000";
        String sink = "KSTREAM-SINK-0000000001";
        ProcessorNodeMetrics.processAtSourceSensor(thread, task, source, metrics);
        ProcessorNodeMetrics.e2ELatencySensor(thread, task, source, metrics);
        ProcessorNodeMetrics.e2ELatencySensor(thread, task, sink, metrics);
        TopicMetrics.consumedSensor(thread, task, source, "in", metrics);
        TopicMetrics.producedSensor(thread, task, sink, "out", metrics);
    }
}
