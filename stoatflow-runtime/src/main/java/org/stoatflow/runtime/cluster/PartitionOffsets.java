package org.stoatflow.runtime.cluster;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.config.TimeSpans;

/** Asks by the admin client for offsets of partitions, and waits for the answers. Any thread. */
record PartitionOffsets(AdminRequests requests, Admin admin) {
    /**
     * The offsets, of records of open transactions too.
     *
     * @throws NoAnswerException if there is no answer in time
     * @throws org.stoatflow.streams.errors.StreamsException if the cluster refuses it
     */
    Map<TopicPartition, Long> of(Collection<TopicPartition> partitions, OffsetSpec which) {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                .timeoutMs(TimeSpans.intMillis(requests.limit()));
        ListOffsetsResult asked = admin.listOffsets(
                partitions.stream().distinct().collect(Collectors.toMap(Function.identity(), of -> which)), options);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(of -> offsets.put(
                of,
                requests.answer(asked.partitionResult(of), "listing offsets of " + of)
                        .offset()));
        return offsets;
    }
}
