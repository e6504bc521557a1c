package org.stoatflow.runtime.source;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;

/** Records of one source partition that are polled and not yet handed out. Owner: the dispatcher's thread. */
final class PartitionQueue {
    private static final long NOT_DRY = Long.MIN_VALUE;
    private static final long NOT_AWAITED = Long.MIN_VALUE;

    private final TopicPartition partition;
    private final Entry.Source entry;
    private final SourceCounters.PartitionCounters counters;
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
    private long bytes;
    private long polledOffset = -1;
    private Optional<Integer> polledLeaderEpoch = Optional.empty();
    private boolean paused;
    private long dryAtNs = NOT_DRY;
    private long awaitedSinceNs = NOT_AWAITED;
    private boolean givenUp;
    private long takenUpTo = Long.MIN_VALUE;

    PartitionQueue(TopicPartition partition, Entry.Source entry, SourceCounters.PartitionCounters counters) {
        this.partition = partition;
        this.entry = entry;
        this.counters = counters;
    }

    TopicPartition partition() {
        return partition;
    }

    Entry.Source entry() {
        return entry;
    }

    /**
     * Queues records of a poll. It leaves out records that were polled before: a consumer that has lost its position
     * goes on from the committed offset, while the records since then are in flight here.
     *
     * @return how many were new
     */
    int add(List<ConsumerRecord<byte[], byte[]>> polled) {
        List<ConsumerRecord<byte[], byte[]>> fresh = polled;
        if (!polled.isEmpty() && polled.getFirst().offset() < polledOffset) {
            fresh = polled.stream()
                    .filter(record -> record.offset() >= polledOffset)
                    .toList();
        }
        records.addAll(fresh);
        fresh.forEach(record -> bytes += SourceBatch.bytesOf(record));
        dryAtNs = NOT_DRY;
        onProgress();
        return fresh.size();
    }

    /**
     * Notes the offset at which the consumer goes on, which may be behind control records. Returns whether it is
     * further than before.
     */
    boolean polledUpTo(OffsetAndMetadata next) {
        boolean further = next.offset() > polledOffset;
        if (further) {
            onProgress();
        }
        if (next.offset() >= polledOffset) {
            polledOffset = next.offset();
            polledLeaderEpoch = next.leaderEpoch();
        }
        return further;
    }

    /** Forgets the polled offset, since the log was cut below it: from now on lower offsets are other records. */
    void forgetPolled() {
        polledOffset = -1;
    }

    int size() {
        return records.size();
    }

    /** Whether the queue holds more than so many records, or more than so many bytes. */
    boolean isOver(int recordsMax, long bytesMax) {
        return records.size() > recordsMax || bytes > bytesMax;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    SourceCounters.PartitionCounters counters() {
        return counters;
    }

    /** Timestamp of the next record; the queue must not be empty. */
    long headTimestamp() {
        return records.getFirst().timestamp();
    }

    /** The next record; the queue must not be empty. */
    ConsumerRecord<byte[], byte[]> head() {
        return records.getFirst();
    }

    ConsumerRecord<byte[], byte[]> take() {
        ConsumerRecord<byte[], byte[]> record = records.removeFirst();
        bytes -= SourceBatch.bytesOf(record);
        takenUpTo = Math.max(takenUpTo, record.timestamp());
        counters.onTaken(record);
        return record;
    }

    /** The highest timestamp of a record that was taken; the smallest number before the first. */
    long takenUpTo() {
        return takenUpTo;
    }

    /** Where the partition goes on after the records that were handed out, or null if nothing was ever polled. */
    @Nullable
    SourcePosition position() {
        ConsumerRecord<byte[], byte[]> head = records.peekFirst();
        if (head != null) {
            return SourcePosition.at(head.offset(), head.leaderEpoch());
        }
        return polledOffset < 0 ? null : SourcePosition.at(polledOffset, polledLeaderEpoch);
    }

    /** Notes that the broker has more records, or that nobody knows. */
    void notDry() {
        dryAtNs = NOT_DRY;
    }

    /**
     * Since when the broker has been known to have no more records. Where that was not known, it is known from now on.
     */
    long dryAtNs(long nowNs) {
        if (dryAtNs == NOT_DRY) {
            dryAtNs = nowNs;
        }
        return dryAtNs;
    }

    /** Whether the broker is known to have no more records, as far as anybody has asked. */
    boolean isDry() {
        return dryAtNs != NOT_DRY;
    }

    /** Since when records of other stages wait for this queue; where none waited, they do from now on. */
    long awaitedSinceNs(long nowNs) {
        if (awaitedSinceNs == NOT_AWAITED) {
            awaitedSinceNs = nowNs;
        }
        return awaitedSinceNs;
    }

    /** Whether nobody waits any more until something comes. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** Nobody waits any more until something comes. Returns whether anybody did. */
    boolean giveUp() {
        boolean first = !givenUp;
        givenUp = true;
        return first;
    }

    private void onProgress() {
        awaitedSinceNs = NOT_AWAITED;
        givenUp = false;
    }

    boolean isPaused() {
        return paused;
    }

    void paused(boolean newPaused) {
        paused = newPaused;
    }
}
