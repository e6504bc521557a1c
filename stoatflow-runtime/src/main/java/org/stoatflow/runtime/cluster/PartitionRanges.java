package org.stoatflow.runtime.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.config.TimeSpans;

/** Asks by the admin client where partitions begin and end, and waits for the answers. Any thread. */
record PartitionRanges(AdminRequests requests, Admin admin) {
    /**
     * The ranges, records of open transactions included.
     *
     * @throws NoAnswerException if there is no answer in time
     * @throws org.stoatflow.streams.errors.StreamsException if the cluster refuses it
     */
    Map<TopicPartition, ClusterTopics.Range> of(Set<TopicPartition> partitions) {
        ListOffsetsResult begins = asked(partitions, OffsetSpec.earliest());
        ListOffsetsResult ends = asked(partitions, OffsetSpec.latest());
        Map<TopicPartition, ClusterTopics.Range> ranges = new HashMap<>();
        partitions.forEach(of -> ranges.put(of, new ClusterTopics.Range(offset(begins, of), offset(ends, of))));
        return ranges;
    }

    private ListOffsetsResult asked(Set<TopicPartition> partitions, OffsetSpec which) {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                .timeoutMs(TimeSpans.intMillis(requests.limit()));
        return admin.listOffsets(
                partitions.stream().collect(Collectors.toMap(Function.identity(), of -> which)), options);
    }

    private long offset(ListOffsetsResult asked, TopicPartition of) {
        return requests.answer(asked.partitionResult(of), "listing offsets of " + of)
                .offset();
    }
}
