package org.stoatflow.runtime.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.localkafka.TestCluster;

/** What consumer groups of the shared cluster have committed. */
public final class Group {
    private static final long LIMIT_S = 30;

    private Group() {}

    /** Committed offsets of an application. */
    public static Map<TopicPartition, OffsetAndMetadata> committed(String applicationId) {
        return answer(TestCluster.shared()
                .admin()
                .listConsumerGroupOffsets(applicationId)
                .partitionsToOffsetAndMetadata());
    }

    /** Waits until an application has committed all there is in the topics. */
    public static void awaitAllCommitted(String applicationId, Collection<String> topics) {
        Map<TopicPartition, Long> ends = Topic.ends(Topic.partitions(topics));
        Eventually.await(
                () -> {
                    Map<TopicPartition, OffsetAndMetadata> committed = committed(applicationId);
                    return ends.entrySet().stream()
                            .filter(end -> end.getValue() > 0)
                            .allMatch(end -> committed.get(end.getKey()) != null
                                    && committed.get(end.getKey()).offset() >= end.getValue());
                },
                () -> applicationId + " has not committed all: committed " + committed(applicationId) + ", ends "
                        + ends);
    }

    /** Topics that the application's repartitions go through, in Kafka Streams. */
    public static List<String> repartitionTopics(String applicationId) {
        return answer(TestCluster.shared().admin().listTopics().names()).stream()
                .filter(name -> name.startsWith(applicationId + "-") && name.endsWith("-repartition"))
                .toList();
    }

    /** The answer of an admin request, within a bound. */
    public static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(LIMIT_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the cluster does not answer", e);
        }
    }
}
