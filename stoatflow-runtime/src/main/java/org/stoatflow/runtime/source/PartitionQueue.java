package org.stoatflow.runtime.source;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.restore.PolledRecords;

/** Records of one source partition that are polled and not yet handed out. Owner: the dispatcher's thread. */
final class PartitionQueue {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionQueue.class);
    private static final long NOT_DRY = Long.MIN_VALUE;

    private final TopicPartition partition;
    private final Entry.Node entry;
    private final SourceCounters.PartitionCounters counters;
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
    private final PartitionProgress progress;
    private final Awaited awaited = new Awaited();
    private long bytes;
    private Intake intake = Intake.OPEN;
    private long dryAtNs = NOT_DRY;
    private long takenUpTo = Long.MIN_VALUE;
    private Held held = Held.NOT;

    /** What comes into a queue. */
    private enum Intake {
        /** What is polled. */
        OPEN,
        /** Nothing until the partition is resumed. */
        PAUSED,
        /** Nothing more: the partition was taken back. */
        REVOKED
    }

    /** Whether a queue waits for records that were left in hops' topics. */
    enum Held {
        /** It does not. */
        NOT,
        /** It does, and nobody waits for it meanwhile. */
        PASSED_BY,
        /** It does, and the records of its task wait with it, since one of its own may be older. */
        AWAITED
    }

    /** @param begin the offset at which the run begins */
    PartitionQueue(TopicPartition partition, Entry.Node entry, long begin, SourceCounters.PartitionCounters counters) {
        this.partition = partition;
        this.entry = entry;
        this.counters = counters;
        this.progress = new PartitionProgress(begin);
    }

    TopicPartition partition() {
        return partition;
    }

    Entry.Node entry() {
        return entry;
    }

    /**
     * Queues records of a poll, which come in the order of their offsets. It leaves out records that were polled
     * before: a consumer that has lost its position goes on from the committed offset, while the records since then are
     * in flight here.
     *
     * @return how many were new
     */
    int add(List<ConsumerRecord<byte[], byte[]>> came) {
        if (came.isEmpty()) {
            return 0;
        }
        int before = records.size();
        long first = Long.MAX_VALUE;
        for (ConsumerRecord<byte[], byte[]> record : came) {
            if (!progress.isBehind(record.offset())) {
                records.add(record);
                bytes += SourceBatch.bytesOf(record);
                first = Math.min(first, record.offset());
            }
        }
        if (records.size() > before && progress.onCame(first, records.getLast())) {
            LOG.warn(
                    "A record of {} at offset {} comes after the consumer has gone past it: what wraps the consumer"
                            + " keeps records back for later polls. Those that it still holds when it ends are lost if"
                            + " their offsets were committed before this record came",
                    partition,
                    first);
        }
        counters.polled(came.getLast().offset());
        dryAtNs = NOT_DRY;
        onProgress();
        return records.size() - before;
    }

    /**
     * Whether what a poll has brought is none of this run: a wrapper of the consumer has kept it since before the
     * consumer was positioned, and hands it out first. It comes again.
     */
    boolean isOfBefore(PolledRecords polled) {
        if (progress.hasCome() || !polled.areOfBefore(partition)) {
            return false;
        }
        if (progress.onKeptOver()) {
            LOG.warn(
                    "Records of {} come from before the consumer was positioned: what wraps the consumer keeps records"
                            + " back, and does not drop them when it is told to go elsewhere. They are left out until"
                            + " they come again",
                    partition);
        }
        return true;
    }

    /** Whether what wraps the consumer is known to keep records back. */
    boolean isKeptBack() {
        return progress.keepsBack();
    }

    /**
     * Notes the offset at which the consumer goes on, which may be behind control records. Returns whether it is
     * further than before.
     */
    boolean polledUpTo(OffsetAndMetadata next) {
        boolean further = progress.polledUpTo(next);
        if (further) {
            onProgress();
        }
        return further;
    }

    /** Whether nobody knows yet that the consumer has come so far. */
    boolean isNews(OffsetAndMetadata next) {
        return progress.isNews(next.offset());
    }

    /**
     * Goes on behind what is queued where the log was cut: what was polled up to says nothing any more. Further on
     * there may be no record, so that no poll would tell of the offset.
     */
    void goOnAt(LogCut cut) {
        progress.goOnAt(cut, records.size());
        onProgress();
    }

    /** What comes from now on is of another log than what is queued and where the consumer was. */
    void onLogChanged() {
        progress.onLogChanged(records.size());
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
        progress.onHandedOut(record);
        return record;
    }

    /** The highest timestamp of a record that was taken; the smallest number before the first. */
    long takenUpTo() {
        return takenUpTo;
    }

    /** Whether nothing of this queue may go before records that were left in hops' topics (docs/design/040). */
    boolean isHeld() {
        return held != Held.NOT;
    }

    /** Whether, while this queue is held, no record of its task may go. */
    boolean isAwaitedWhileHeld() {
        return held == Held.AWAITED;
    }

    void held(Held newHeld) {
        held = newHeld;
    }

    /**
     * Where the partition goes on after the records that were handed out, or null if nothing was ever polled. Lanes
     * tell the partition time of a source. That of a hop's topic is known here, since timestamps there are the records'
     * own.
     */
    @Nullable
    SourcePosition position() {
        SourcePosition position = progress.position(records.peekFirst());
        return position == null || entry instanceof Entry.Source || takenUpTo < 0
                ? position
                : position.withPartitionTime(takenUpTo);
    }

    /** What is wrong with the {@link #position}, if anything: it must be behind all that was handed out. */
    Optional<String> fault() {
        return progress.fault(records.peekFirst());
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

    /** How long others wait for this queue, while it is empty. */
    Awaited awaited() {
        return awaited;
    }

    private void onProgress() {
        awaited.end();
    }

    /** Notes that the partition was taken back. */
    void revoke() {
        intake = Intake.REVOKED;
    }

    boolean isRevoked() {
        return intake == Intake.REVOKED;
    }

    boolean isPaused() {
        return intake == Intake.PAUSED;
    }

    void paused(boolean nowPaused) {
        if (!isRevoked()) {
            intake = nowPaused ? Intake.PAUSED : Intake.OPEN;
        }
    }
}
