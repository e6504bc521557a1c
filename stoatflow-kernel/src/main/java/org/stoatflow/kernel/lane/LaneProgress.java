package org.stoatflow.kernel.lane;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.StepCount;
import org.stoatflow.kernel.record.RecordPlace;

/**
 * What a lane publishes: which record or flush it is working on, what it has done, and what time has made due in it.
 *
 * <p>Threads: only the lane's thread writes; any thread reads, perhaps a moment late.
 */
final class LaneProgress {
    private final LaneCounters counters;
    private final StepCount steps = new StepCount();

    /**
     * Shared. Written by: the lane. Read by: dispatcher ({@code LaneBacklogs}). Safe: one writer; a reader may be late
     * by a batch. Proof: SharedFieldsTest.
     */
    private final AtomicLong sourceRecords = new AtomicLong();

    /**
     * Shared, with {@code record}, {@code attempt}, {@code flushing} and {@code nextHeld}. Written by: the lane. Read
     * by: messages, {@code LaneMonitor}, {@code StuckEpochDetector}. Safe: volatile, one writer; what is read together
     * is of one lane and may be late. Proof: SharedFieldsTest.
     */
    private volatile @Nullable Batch running;

    private volatile int record;
    private volatile int attempt;
    private volatile @Nullable CacheFlush flushing;
    private volatile @Nullable NextHeld nextHeld;

    /**
     * Shared. Written by: the lane: set before {@code Epoch.left}, cleared once the announcement is where the committer
     * finds it. Read by: {@code StuckEpochDetector}. Safe: volatile, one writer. Proof: StuckEpochDetectorTest,
     * SharedFieldsTest.
     */
    private volatile @Nullable Epoch leaving;

    /**
     * Shared, with {@code timeBatches}. Written by: the lane; {@code timeBatches} last. Read by: dispatcher, {@code
     * timeBatches} first. Safe: volatile, one writer. The dispatcher counts the time batches that it hands over; as
     * long as the lane has done fewer, one is under way, and nothing is handed over twice. Proof: SharedFieldsTest,
     * PunctuationScheduleTest.
     */
    private volatile Due due = new Due(Long.MAX_VALUE, false, 0); // no time is behind it

    private volatile long timeBatches;

    /** The flush of a store's cache. {@code epoch} is the oldest epoch for which the lane owes it. */
    record CacheFlush(String store, Epoch epoch) {}

    /** When time makes something due, and how many bytes init() has written that no epoch has. */
    private record Due(long wallClockAfterMs, boolean streamTime, long initBytes) {}

    /** The held record that the lane runs next. */
    record NextHeld(Batch batch, int record) {}

    LaneProgress(LaneCounters counters) {
        this.counters = counters;
    }

    LaneCounters counters() {
        return counters;
    }

    StepCount steps() {
        return steps;
    }

    // ---- the lane's thread

    /**
     * A batch begins, or a held record of it is run.
     *
     * @param newAttempt how often that record was run again, this run included; 0 for the first run
     */
    void begin(Batch batch, int newAttempt, long nowNs) {
        record = 0;
        if (attempt != newAttempt) {
            attempt = newAttempt;
        }
        counters.begin(batch.entry(), nowNs);
        running = batch;
    }

    /** A record of the batch begins. */
    void at(int index) {
        record = index;
    }

    /** A flush begins. */
    void begin(CacheFlush flush, int entry, long nowNs) {
        counters.begin(entry, nowNs);
        flushing = flush;
    }

    /** The batch, held record or flush has ended. */
    void end(long nowNs) {
        leaveWork();
        counters.end(nowNs);
    }

    /** The lane leaves its batch, held record or flush unfinished, since the run is over. */
    void leaveWork() {
        if (running != null) {
            running = null;
        } else {
            flushing = null;
        }
    }

    /** All records of the batch are done. */
    void onDone(Batch batch) {
        if (batch instanceof SourceBatch) {
            sourceRecords.lazySet(sourceRecords.get() + batch.size()); // one writer
        }
        counters.onBatch(batch);
    }

    /** The lane holds this many records, and runs {@code next} next. */
    void onHeld(int records, @Nullable NextHeld next) {
        counters.onHeld(records);
        nextHeld = next;
    }

    /**
     * Publishes when punctuators are due: behind this wall-clock time, and whether stream time has made any due
     * already.
     *
     * @param newInitBytes how many bytes init() has written that no epoch has
     */
    void due(long newWallClockDueAfterMs, boolean newStreamTimeDue, long newInitBytes) {
        Due before = due;
        if (before.wallClockAfterMs != newWallClockDueAfterMs
                || before.streamTime != newStreamTimeDue
                || before.initBytes != newInitBytes) {
            due = new Due(newWallClockDueAfterMs, newStreamTimeDue, newInitBytes);
        }
    }

    /**
     * A time batch is done. Call this after {@link #due}, so that the dispatcher does not hand over the same time
     * twice.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void onTimeBatch() {
        timeBatches++;
    }

    /**
     * The lane is leaving the epoch; null once the epoch counts the lane as having left, and has been announced if that
     * completed it.
     */
    void leaving(@Nullable Epoch epoch) {
        leaving = epoch;
    }

    // ---- any thread

    @Nullable
    Batch running() {
        return running;
    }

    /** Index of the running record in its batch. */
    int record() {
        return record;
    }

    /** How often the running record was run again, this run included; 0 for the first run. */
    int attempt() {
        return attempt;
    }

    @Nullable
    NextHeld nextHeld() {
        return nextHeld;
    }

    /** The epoch for which the lane is working; null if the lane is not at work. */
    @Nullable
    Epoch workOf() {
        Batch batch = running;
        if (batch != null) {
            return batch.epoch();
        }
        CacheFlush flush = flushing;
        return flush == null ? null : flush.epoch();
    }

    /** Whether the lane is working for the epoch, or for an older one, for which the epoch waits too. */
    boolean isAtWorkOf(Epoch epoch) {
        Epoch in = workOf();
        return in != null && in.number() <= epoch.number();
    }

    /** What the lane is doing. {@code waiting} is the number of batches in its inbox. */
    LaneActivity activity(Chain chain, int waiting) {
        Batch batch = running;
        if (batch != null) {
            return activityAt(chain, batch, record, attempt);
        }
        CacheFlush flush = flushing;
        if (flush != null) {
            return new LaneActivity.Flushing(flush.store());
        }
        NextHeld next = nextHeld;
        return next == null
                ? new LaneActivity.Idle(waiting)
                : new LaneActivity.AwaitingRetry(chain.place(next.batch(), next.record()), counters.held(), waiting);
    }

    /** The activity of a lane that runs this record of the batch. */
    static LaneActivity activityAt(Chain chain, Batch batch, int record, int attempt) {
        RecordPlace place = chain.place(batch, record);
        return attempt == 0
                ? new LaneActivity.Running(place, record, batch.size())
                : new LaneActivity.RunningAgain(place, attempt);
    }

    boolean isLeaving(Epoch epoch) {
        return leaving == epoch;
    }

    /**
     * Source records that the lane has done, with those of the running batch. For a moment after a batch's end, that
     * batch's records may be missing.
     */
    long sourceRecordsDone() {
        long before = sourceRecords.get();
        int ofRunning = running instanceof SourceBatch ? record : 0;
        long after = sourceRecords.get();
        return after == before ? before + ofRunning : after;
    }

    /** Whether time has made something due in the lane, but for rows. */
    boolean isTimeDue(long nowMs) {
        Due now = due;
        return now.streamTime || now.wallClockAfterMs < nowMs;
    }

    /** The wall-clock time behind which a punctuator is due, in milliseconds since 1970; no time is behind the last. */
    long wallClockDueAfterMs() {
        return due.wallClockAfterMs;
    }

    /** How many bytes init() has written that no epoch has. */
    long initBytes() {
        return due.initBytes;
    }

    /** Number of time batches that the lane has done. */
    long timeBatches() {
        return timeBatches;
    }
}
