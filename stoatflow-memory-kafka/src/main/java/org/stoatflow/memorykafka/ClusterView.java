package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as invariants look at it: no fault strikes here, no time passes, nothing changes.
 */
public final class ClusterView {
    private final Broker broker;

    ClusterView(Broker broker) {
        this.broker = broker;
    }

    /** All records that a consumer of the isolation level could read now, in order. */
    public List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition, IsolationLevel isolation) {
        return records(partition, isolation, 0);
    }

    /** Those of them that are at the offset or later. */
    public List<ConsumerRecord<byte[], byte[]>> records(
            TopicPartition partition, IsolationLevel isolation, long fromOffset) {
        boolean readCommitted = isolation == IsolationLevel.READ_COMMITTED;
        PartitionLog log = broker.log(partition);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = log.indexFrom(fromOffset);
                i < log.size() && log.entryAt(i).offset < log.endOffset(readCommitted);
                i++) {
            if (log.entryAt(i).isDelivered(readCommitted)) {
                records.add(Fetcher.record(partition, log.entryAt(i)));
            }
        }
        return records;
    }

    public long endOffset(TopicPartition partition, IsolationLevel isolation) {
        return broker.log(partition).endOffset(isolation == IsolationLevel.READ_COMMITTED);
    }

    /** The offset after the last record that was ever written, committed or not, and maybe compacted away since. */
    public long recordsEnd(TopicPartition partition) {
        return broker.log(partition).recordsEnd();
    }

    /** The epoch of the partition's leader. */
    public int leaderEpoch(TopicPartition partition) {
        return broker.log(partition).leaderEpochs.current();
    }

    /** Whether a transaction was ever aborted in the partition. */
    public boolean hasAborts(TopicPartition partition) {
        return broker.log(partition).hasAborts();
    }

    /** The group's committed offset, without what is pending. */
    public OptionalLong committed(String groupId, TopicPartition partition) {
        OffsetAndMetadata committed = committedWithMetadata(groupId, partition);
        return committed == null ? OptionalLong.empty() : OptionalLong.of(committed.offset());
    }

    /** Likewise, with what rides in it; null if there is none. */
    public @Nullable OffsetAndMetadata committedWithMetadata(String groupId, TopicPartition partition) {
        return broker.group(groupId).offsets.committed(partition);
    }

    /** Whether a transaction of such an id is decided, and what it wrote is not visible yet. */
    public boolean isAnyMarkerPending(String idPrefix) {
        return broker.transactions.isAnyMarkerPending(idPrefix);
    }

    /** Whether a transaction of such an id is open, or its markers are on their way. */
    public boolean isAnyTransactionUnfinished(String idPrefix) {
        return broker.transactions.isAnyUnfinished(idPrefix);
    }

    /** The partitions of the topic, by number. */
    public List<TopicPartition> partitions(String topic) {
        return broker.topics.partitionsOf(List.of(topic));
    }
}
