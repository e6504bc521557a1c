package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.errors.StreamsException;

/** Where partitions begin and end is asked by the admin client, and not by a consumer that is made for it. */
class PartitionRangesTest {
    private static final TopicPartition PARTITION = new TopicPartition("log", 1);
    private static final Duration LIMIT = Duration.ofSeconds(7);

    @Test
    void shouldSayWherePartitionsBeginAndEndOpenTransactionsIncluded() {
        ClusterTopics topics = topics(which -> KafkaFuture.completedFuture(
                new ListOffsetsResultInfo(which instanceof OffsetSpec.EarliestSpec ? 5 : 9, -1, Optional.empty())));
        assertEquals(
                Optional.of(Map.of(PARTITION, new ClusterTopics.Range(5, 9))),
                topics.ranges(List.of(PARTITION, PARTITION)));
    }

    @Test
    void shouldFailWhereTheClusterRefuses() {
        KafkaFutureImpl<ListOffsetsResultInfo> refused = new KafkaFutureImpl<>();
        refused.completeExceptionally(new TopicAuthorizationException("log"));
        ClusterTopics topics = topics(which -> refused);
        assertThrows(StreamsException.class, () -> topics.ranges(List.of(PARTITION)));
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        ClusterTopics topics = topics(which -> {
            KafkaFutureImpl<ListOffsetsResultInfo> late = new KafkaFutureImpl<>();
            late.completeExceptionally(new org.apache.kafka.common.errors.TimeoutException("late"));
            return late;
        });
        assertThrows(NoAnswerException.class, () -> topics.ranges(List.of(PARTITION)));
    }

    private interface Answer {
        KafkaFuture<ListOffsetsResultInfo> to(OffsetSpec which);
    }

    private static ClusterTopics topics(Answer answer) {
        Admin admin = (Admin) Proxy.newProxyInstance(
                PartitionRangesTest.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> {
                    assertEquals("listOffsets", method.getName());
                    ListOffsetsOptions options = (ListOffsetsOptions) arguments[1];
                    assertEquals(IsolationLevel.READ_UNCOMMITTED, options.isolationLevel());
                    assertEquals((int) LIMIT.toMillis(), options.timeoutMs());
                    return new ListOffsetsResult(Map.of(
                            PARTITION, answer.to((OffsetSpec) ((Map<?, ?>) arguments[0]).get(PARTITION))));
                });
        return new AdminTopics(RenewableAdmin.of(admin), "broker:1", LIMIT);
    }
}
