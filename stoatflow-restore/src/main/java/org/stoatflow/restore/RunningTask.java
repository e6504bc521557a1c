package org.stoatflow.restore;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.RestoredRows;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.StreamsException;

/** A task that a restorer works on, and how far it is. Thread: the restorer's. */
final class RunningTask {
    /** How often a partition may lose the offsets that are being read before the restore fails. */
    static final int REBUILDS_MAX = 3;

    /** How often a follower confirms its position, so that an idle log does not look as one that was left long ago. */
    private static final long CONFIRM_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(RunningTask.class);

    private final RowLoader loader;
    private RestoreTask task;
    private RowRestorer restorer;
    private long position; // of the rows in the state
    private long read; // of the rows that the loader has as well
    private long records;
    private long batchRecords;
    private long batchLastOffset;
    private long latestMs;
    private int rebuilds;
    private boolean warnedOfNullKey;
    private long confirmedAtMs; // of a follower

    RunningTask(RestoreTask task, StateEngine engine, RestoreMode mode, RowBuffers buffers) {
        this.task = task;
        loader = new RowLoader(engine, task.changelog().storeId(), task.partition(), mode, buffers);
        restorer = task.changelog().format().restorer();
        position = task.from();
        read = position;
        latestMs = task.reason().isFull()
                ? RestoredTimes.NONE
                : RestoredTimes.read(engine, task.changelog().store(), task.partition());
    }

    RestoreTask task() {
        return task;
    }

    long position() {
        return position;
    }

    long records() {
        return records;
    }

    /** The offset to be read next. */
    long read() {
        return read;
    }

    boolean isDone() {
        return switch (task.goal()) {
            case RestoreGoal.UpTo upTo -> position >= upTo.end();
            case RestoreGoal.Follow follow -> false;
        };
    }

    boolean isFollowing() {
        return task.goal() instanceof RestoreGoal.Follow;
    }

    /** What tells how far the log may be read; null where all of it may. */
    @Nullable
    CommittedOffsets committed() {
        return task.goal() instanceof RestoreGoal.Follow follow ? follow.committed() : null;
    }

    /** Whether a follower waits until the application has committed more. */
    boolean isHeld() {
        return committed() != null && read >= task.goal().limit();
    }

    /** Takes how far the application has committed now; nothing of a log is committed before its begin. */
    void upTo(@Nullable Long committed, RestoreProgress progress) {
        if (task.goal() instanceof RestoreGoal.Follow follow) {
            RestoreTask before = task;
            task = before.heard(follow.upTo(committed == null ? before.from() : Math.max(before.from(), committed)));
            progress.heard(before, task);
        }
    }

    /** Whether a follower has not come to the end that the log had a while ago. */
    boolean isBehind() {
        return read < task.to();
    }

    /** About how much memory the rows take that are not in the state yet, in bytes. */
    long pendingBytes() {
        return loader.bytes();
    }

    /**
     * Whether what was read has to go to the state now, whatever memory there is. What a follower reads behind its end
     * waits for its next look at that.
     */
    boolean isDue() {
        return read > position && (loader.isFull() || read >= task.to() && position < task.to());
    }

    /**
     * Goes on to a later end, if the one before is reached. What was read is given to the state then.
     *
     * @param latest the end that the log has now
     */
    void follow(long latest, long nowMs, GuardedListener listener, RestoreProgress progress) {
        RestoreTask before = task;
        if (!(before.goal() instanceof RestoreGoal.Follow goal)) {
            return;
        }
        if (read < before.to()) {
            if (isHeld() && read > position) {
                flush(nowMs, listener, progress); // nothing is known of when there will be more
            }
            task = before.heard(goal.heard(latest));
        } else {
            if (read > position || Math.abs(nowMs - confirmedAtMs) >= CONFIRM_MS) {
                flush(nowMs, listener, progress);
                confirmedAtMs = nowMs;
            }
            rebuilds = 0;
            task = before.reached(goal.next(latest), nowMs);
        }
        progress.heard(before, task);
    }

    /** Takes polled records, and the offset that the consumer has come to. Whether that is further than before. */
    boolean add(List<ConsumerRecord<byte[], byte[]>> polled, long end, long nowMs) {
        addRows(polled, nowMs);
        long reached = Math.min(task.goal().limit(), end);
        boolean moved = reached > read;
        read = Math.max(read, reached);
        return moved;
    }

    private void addRows(List<ConsumerRecord<byte[], byte[]>> polled, long nowMs) {
        RestoredRows rows = loader.rows(nowMs);
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            if (record.offset() >= task.goal().limit()) {
                return; // of a source topic: it is processed later, and must not be in the store before
            }
            if (record.key() == null) {
                warnOfNullKey(record.offset());
            } else {
                RestoredRecord.restore(task.changelog().store(), record, restorer, rows);
                batchRecords++;
                latestMs = Math.max(latestMs, shownTimeMs(record));
            }
            batchLastOffset = record.offset();
        }
    }

    private long shownTimeMs(ConsumerRecord<byte[], byte[]> record) {
        return record.timestampType() == TimestampType.CREATE_TIME
                ? task.changelog().format().shownTimeMs(record.key(), record.value(), record.timestamp())
                : RestoredTimes.NONE;
    }

    private void warnOfNullKey(long offset) {
        if (!warnedOfNullKey) {
            warnedOfNullKey = true;
            LOG.warn("Restore of {} skips records without a key, the first at offset {}", task, offset);
        }
    }

    /** Adds the position that a batch leads to, and the time. */
    void addPosition(long reached, StateBatch batch) {
        long completeAtMs = reached >= task.to() ? task.plannedAtMs() : task.completeAtMs();
        batch.position(task.changelog().storeId(), task.partition(), new ChangelogPosition(reached, completeAtMs));
        if (latestMs != RestoredTimes.NONE) {
            RestoredTimes.write(batch, task.changelog().store(), task.partition(), latestMs);
        }
    }

    /** Gives what was read to the state. */
    void flush(long nowMs, GuardedListener listener, RestoreProgress progress) {
        loader.flush(nowMs, batch -> addPosition(read, batch));
        progress.advanced(task, read - position, batchRecords);
        position = read;
        records += batchRecords;
        if (batchRecords > 0) {
            listener.restored(task, batchLastOffset, batchRecords);
        }
        batchRecords = 0;
    }

    /** Goes back to the start of the log. */
    void rebuild(RestoreTask anew, RestoreProgress progress) {
        if (++rebuilds > REBUILDS_MAX) {
            throw new StreamsException("Restore of " + task + " failed: the log loses the offsets that are read, at "
                    + position + " for the " + rebuilds
                    + "th time. The topic must not be deleted or truncated faster than it can be read");
        }
        progress.replaced(task, position - task.from(), anew);
        task = anew;
        loader.drop();
        restorer = anew.changelog().format().restorer();
        position = anew.from();
        read = position;
        records = 0;
        batchRecords = 0;
        latestMs = RestoredTimes.NONE;
    }
}
