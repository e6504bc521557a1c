package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a poll has brought, and where the consumer goes on behind it. The client tells this with the records. But an
 * interceptor of the user's may make the records anew, and a consumer that the user's supplier has wrapped may too:
 * without the offsets at which the consumer goes on, without some of the records, or in another order.
 *
 * <p>Made right after the poll, and used before the next one, by the thread that polls: until then the consumer's own
 * position is that behind the poll, whatever became of its records.
 */
public final class PolledRecords {
    private final ConsumerPosition positions;
    private final ConsumerRecords<byte[], byte[]> polled;
    private final boolean isTold;

    /**
     * Takes what a poll has returned.
     *
     * @param positions of the consumer that has polled
     */
    public PolledRecords(ConsumerPosition positions, ConsumerRecords<byte[], byte[]> polled) {
        this.positions = positions;
        this.polled = polled;
        this.isTold = isTold(polled);
    }

    /** What two polls have brought, one behind the other, as one poll. */
    public static ConsumerRecords<byte[], byte[]> joined(
            ConsumerRecords<byte[], byte[]> first, ConsumerRecords<byte[], byte[]> second) {
        if (hasNothing(second)) {
            return first;
        }
        if (hasNothing(first)) {
            return second;
        }
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(first.nextOffsets());
        next.keySet().removeAll(second.partitions()); // it has gone on since
        next.putAll(second.nextOffsets());
        for (ConsumerRecords<byte[], byte[]> each : List.of(first, second)) {
            for (TopicPartition partition : each.partitions()) {
                records.computeIfAbsent(partition, unseen -> new ArrayList<>()).addAll(each.records(partition));
            }
        }
        return new ConsumerRecords<>(records, next);
    }

    /** Whether there are no records. */
    public boolean isEmpty() {
        return polled.count() == 0;
    }

    /** Whether the client tells where it goes on in each partition of which there are records. */
    public static boolean isTold(ConsumerRecords<byte[], byte[]> polled) {
        return !polled.nextOffsets().isEmpty() && polled.nextOffsets().keySet().containsAll(polled.partitions());
    }

    /** The same of this poll. */
    boolean isTold() {
        return isTold;
    }

    /**
     * The partitions of which there are records, in the order of the poll, and others of which the client tells where
     * it goes on.
     */
    public Set<TopicPartition> partitions() {
        if (isTold && polled.nextOffsets().size() == polled.partitions().size()) {
            return polled.partitions();
        }
        Set<TopicPartition> all = new LinkedHashSet<>(polled.partitions());
        all.addAll(polled.nextOffsets().keySet());
        return all;
    }

    /** The records of a partition, in the order of their offsets. */
    public List<ConsumerRecord<byte[], byte[]>> of(TopicPartition partition) {
        List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
        long before = -1;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.offset() < before) {
                List<ConsumerRecord<byte[], byte[]>> ordered = new ArrayList<>(records);
                ordered.sort(Comparator.comparingLong(ConsumerRecord::offset));
                return ordered;
            }
            before = record.offset();
        }
        return records;
    }

    /**
     * The offset at which the consumer goes on in a partition, which may be behind the marker of a transaction. It is
     * behind all records of the poll. Empty where the poll has not moved in the partition, as far as it is known.
     *
     * <p>Where the client does not tell, its own position is believed only after a poll that has brought nothing at
     * all: what wraps the consumer may have kept records back that are before the position, for later polls.
     */
    public Optional<OffsetAndMetadata> end(TopicPartition partition) {
        OffsetAndMetadata told = polled.nextOffsets().get(partition);
        OffsetAndMetadata behind = behindLast(partition);
        if (told != null && (behind == null || told.offset() >= behind.offset())) {
            return Optional.of(told);
        }
        if (behind != null) {
            return Optional.of(behind);
        }
        return hasNothing() ? positions.ifKnown(partition) : Optional.empty();
    }

    private boolean hasNothing() {
        return hasNothing(polled);
    }

    /**
     * Whether a poll has brought no record, and tells of no partition where the consumer goes on. An interceptor that
     * drops all records of a partition may leave an empty list of them.
     */
    public static boolean hasNothing(ConsumerRecords<byte[], byte[]> polled) {
        return polled.count() == 0 && polled.nextOffsets().isEmpty();
    }

    /**
     * Whether the consumer is not behind the records of the partition: they are of a poll before it was positioned, and
     * what wraps it has kept them. It will read them again.
     */
    public boolean areOfBefore(TopicPartition partition) {
        OffsetAndMetadata behind = behindLast(partition);
        return behind != null
                && positions
                        .ifKnown(partition)
                        .filter(at -> at.offset() < behind.offset())
                        .isPresent();
    }

    private @Nullable OffsetAndMetadata behindLast(TopicPartition partition) {
        ConsumerRecord<byte[], byte[]> last = null;
        for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
            last = last == null || record.offset() >= last.offset() ? record : last;
        }
        return last == null ? null : new OffsetAndMetadata(last.offset() + 1, last.leaderEpoch(), "");
    }
}
