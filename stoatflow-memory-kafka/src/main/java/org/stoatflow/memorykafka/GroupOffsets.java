package org.stoatflow.memorykafka;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The committed offsets of one group, and those of transactions that are not complete yet.
 *
 * <p>Pending offsets are kept for each producer. When two transactions commit the same partition, the one whose offsets
 * were written later wins, whatever the order of the commits ({@code OffsetMetadataManager}).
 */
final class GroupOffsets {
    private record Written(OffsetAndMetadata offset, long order) {}

    private final String group;
    private final Journal journal;
    private final Map<TopicPartition, Written> committed = new LinkedHashMap<>();
    private final Map<Long, Map<TopicPartition, Written>> pending = new HashMap<>();
    private long nextOrder;

    GroupOffsets(String group, Journal journal) {
        this.group = group;
        this.journal = journal;
    }

    /** Commits outside any transaction. */
    void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> committed.put(partition, new Written(offset, nextOrder++)));
        journal.note(JournalEvent.OFFSETS_COMMITTED, group, offsets.size(), -1);
    }

    void addPending(long producerId, Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, Written> mine = pending.computeIfAbsent(producerId, unknown -> new LinkedHashMap<>());
        offsets.forEach((partition, offset) -> mine.put(partition, new Written(offset, nextOrder++)));
        journal.note(JournalEvent.OFFSETS_PENDING, group, offsets.size(), producerId);
    }

    /** Makes the producer's pending offsets the committed ones, or drops them. */
    void complete(long producerId, boolean commit) {
        Map<TopicPartition, Written> mine = pending.remove(producerId);
        if (mine == null) {
            return;
        }
        if (commit) {
            mine.forEach((partition, written) -> committed.merge(partition, written, GroupOffsets::later));
        }
        journal.note(
                commit ? JournalEvent.OFFSETS_COMMITTED : JournalEvent.OFFSETS_DROPPED, group, mine.size(), producerId);
    }

    private static Written later(Written one, Written other) {
        return one.order() > other.order() ? one : other;
    }

    /** The topic is no more. */
    void forget(String topic) {
        committed.keySet().removeIf(partition -> partition.topic().equals(topic));
        pending.values()
                .forEach(each ->
                        each.keySet().removeIf(partition -> partition.topic().equals(topic)));
    }

    /** Whether a transaction may still change the partition's offset ({@code UNSTABLE_OFFSET_COMMIT}, KIP-447). */
    boolean isUnstable(TopicPartition partition) {
        for (Map<TopicPartition, Written> each : pending.values()) {
            if (each.containsKey(partition)) {
                return true;
            }
        }
        return false;
    }

    /** The committed offset; null if there is none. */
    @Nullable
    OffsetAndMetadata committed(TopicPartition partition) {
        Written written = committed.get(partition);
        return written == null ? null : written.offset();
    }
}
