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
 * What a lane publishes: what it is at, what it has done, and what time has made due in it.
 *
 * <p>Threads: the lane's thread writes, alone; any thread reads, perhaps a moment late.
 */
final class LaneProgress {
    private final LaneCounters counters;
    private final StepCount steps = new StepCount();
    private final AtomicLong sourceRecords = new AtomicLong();
    private volatile @Nullable Batch running;
    private volatile int record;
    private volatile int attempt;
    private volatile @Nullable CacheFlush flushing;
    private volatile @Nullable NextHeld nextHeld;
    private volatile @Nullable Epoch leaving;
    private volatile long wallClockDueMs = Long.MAX_VALUE;
    private volatile boolean streamTimeDue;
    private volatile long timeBatches;

    /** The flush of a store's cache, in the oldest epoch of which it holds rows. */
    record CacheFlush(String store, Epoch epoch) {}

    /** The record that is run again next. */
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
     * A batch begins, or a record of it that is run again.
     *
     * @param newAttempt how often that record was run again, with this run; 0 for the first run
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

    /** What was begun has ended. */
    void end(long nowNs) {
        leaveWork();
        counters.end(nowNs);
    }

    /** What was begun is left as it is, since the run is over. */
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

    /** So many records wait to be run again, this one next. */
    void onHeld(int records, @Nullable NextHeld next) {
        counters.onHeld(records);
        nextHeld = next;
    }

    /** Something is due from these times on. */
    void due(long newWallClockDueMs, boolean newStreamTimeDue) {
        wallClockDueMs = newWallClockDueMs;
        streamTimeDue = newStreamTimeDue;
    }

    /** A time batch is done. After what is due now, so that the dispatcher hands nothing over twice. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void onTimeBatch() {
        timeBatches++;
    }

    /** The lane is leaving the epoch; null once whoever has to know of that knows. */
    void leaving(@Nullable Epoch epoch) {
        leaving = epoch;
    }

    // ---- any thread

    @Nullable
    Batch running() {
        return running;
    }

    /** Index in the batch that runs. */
    int record() {
        return record;
    }

    /** How often the record was run again, with the run that is under way; 0 for the first run. */
    int attempt() {
        return attempt;
    }

    @Nullable
    NextHeld nextHeld() {
        return nextHeld;
    }

    /** The epoch whose work is under way; null if none is. */
    @Nullable
    Epoch workOf() {
        Batch batch = running;
        if (batch != null) {
            return batch.epoch();
        }
        CacheFlush flush = flushing;
        return flush == null ? null : flush.epoch();
    }

    /** Whether it is at a batch or flush of the epoch, or of an older one, for which the epoch waits too. */
    boolean isAtWorkOf(Epoch epoch) {
        Epoch in = workOf();
        return in != null && in.number() <= epoch.number();
    }

    /** What the lane is doing; so many batches wait in its inbox. */
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

    /** Being at that record. */
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
     * Source records that are done, also those of the batch that runs. For a moment, when a batch ends, those of that
     * batch may be missing.
     */
    long sourceRecordsDone() {
        long before = sourceRecords.get();
        int ofRunning = running instanceof SourceBatch ? record : 0;
        long after = sourceRecords.get();
        return after == before ? before + ofRunning : after;
    }

    /** Whether time has made something due. */
    boolean isTimeDue(long nowMs) {
        return streamTimeDue || wallClockDueMs <= nowMs;
    }

    /** When the wall clock makes something due. */
    long wallClockDueMs() {
        return wallClockDueMs;
    }

    /** Time batches that are done. */
    long timeBatches() {
        return timeBatches;
    }
}
