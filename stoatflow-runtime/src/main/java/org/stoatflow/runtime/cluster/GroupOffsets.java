package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteRecordsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;

/** Committed offsets of groups, as the admin client tells them. Any thread. */
record GroupOffsets(AdminRequests requests, Admin admin, Duration timeout) {
    Map<TopicPartition, Long> committed(String group, Collection<TopicPartition> partitions) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> committed = requests.answerUnless(
                ask(group, partitions),
                "reading the committed offsets of group " + group,
                GroupIdNotFoundException.class);
        return committed == null ? Map.of() : offsets(committed);
    }

    Future<Map<TopicPartition, Long>> deleteCommitted(String group, Collection<TopicPartition> partitions) {
        return ask(group, partitions)
                .toCompletionStage()
                .thenCompose(committed -> {
                    Map<TopicPartition, Long> before = offsets(committed);
                    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
                    before.forEach((partition, offset) -> records.put(partition, RecordsToDelete.beforeOffset(offset)));
                    return admin.deleteRecords(records, new DeleteRecordsOptions().timeoutMs(timeoutMs()))
                            .all()
                            .toCompletionStage()
                            .thenApply(done -> before);
                })
                .toCompletableFuture();
    }

    private KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> ask(
            String group, Collection<TopicPartition> partitions) {
        ListConsumerGroupOffsetsSpec asked =
                new ListConsumerGroupOffsetsSpec().topicPartitions(List.copyOf(partitions));
        return admin.listConsumerGroupOffsets(
                        Map.of(group, asked), new ListConsumerGroupOffsetsOptions().timeoutMs(timeoutMs()))
                .partitionsToOffsetAndMetadata(group);
    }

    private int timeoutMs() {
        return TimeSpans.intMillis(timeout);
    }

    private static Map<TopicPartition, Long> offsets(Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }
}
