package org.stoatflow.runtime.source;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.Kernel;

/**
 * Hands out to lanes what they may have now: time batches that are due, and queued records as far as there is room.
 * Where nothing may go out, says how long to wait. Owner: the dispatcher's thread.
 */
final class LaneFeed {
    private final Kernel kernel;
    private final SourceQueues queues;
    private final EpochCapacity room;
    private final LaneBacklogs backlogs;
    private final RecordRouter router;
    private final int recordsMax;
    private final long idleWaitNs;
    private final BooleanSupplier paused;
    private boolean draining;
    private boolean heldBack;

    /** @param paused whether the user wants nothing to be handed out for now */
    LaneFeed(
            Dispatcher.Settings settings,
            Kernel kernel,
            SourceQueues queues,
            EpochCapacity room,
            BooleanSupplier paused,
            long nowNs) {
        this.kernel = kernel;
        this.queues = queues;
        this.room = room;
        this.backlogs = new LaneBacklogs(
                kernel.plan(), lane -> kernel.lanes().get(lane).sourceRecordsDone(), settings.laneBacklogNs(), nowNs);
        this.router = new RecordRouter(kernel, backlogs);
        this.recordsMax = settings.routedRecordsMax();
        this.idleWaitNs = settings.idleWaitNs();
        this.paused = paused;
    }

    /** Hands out nothing more from now on but what is queued of partitions that were taken back. */
    void drain() {
        draining = true;
    }

    /** How long a poll may wait where nothing is handed out. */
    long idleWaitNs() {
        return idleWaitNs;
    }

    /** How long a poll may wait: until queued records may be handed out, or time makes something due. */
    long waitNs(long nowMs) {
        if (hasRecords() && !heldBack && mayHandOver() && !isFullOfInits()) {
            return 0;
        }
        return Math.min(heldBack ? heldBackNs() : idleWaitNs, timeDueInNs(nowMs));
    }

    /** How long until a lane may have room, or records have waited long enough for others; at most the idle wait. */
    private long heldBackNs() {
        long roomNs = backlogs.wasFull() ? Math.min(idleWaitNs, backlogs.waitNs()) : idleWaitNs;
        return mayHandOver() ? Math.min(roomNs, queues.idleLeftNs()) : roomNs;
    }

    /**
     * How long until time makes something due, at most the idle wait, since a lane that schedules a punctuator wakes
     * nobody.
     */
    private long timeDueInNs(long nowMs) {
        boolean nothing = draining || !mayHandOver() || queues.isHolding();
        long dueAfterMs = nothing ? Long.MAX_VALUE : kernel.timeDueAfterMs();
        if (dueAfterMs >= nowMs + TimeUnit.NANOSECONDS.toMillis(idleWaitNs)) {
            return idleWaitNs;
        }
        return TimeSpans.nanos(Math.max(0, dueAfterMs + 1 - nowMs));
    }

    /**
     * Hands out time batches for what is due. To be called before records are handed out, so that lanes do first what
     * was due before these records came. While records of an owner before are not all handed out, nothing is: what time
     * makes go over a hop must not overtake them.
     *
     * @return how many batches
     */
    int feedTime(long nowMs) {
        return !draining && mayHandOver() && !queues.isHolding() ? kernel.offerTime(nowMs) : 0;
    }

    /**
     * Hands out queued records.
     *
     * @param handedBefore how many records the open epoch has been given
     * @return how many records
     */
    int feedRecords(long nowNs, long handedBefore) {
        if (!hasRecords() || !isWanted() || isFullOfInits() || room.holdsBack(nowNs)) {
            return 0;
        }
        router.begin(nowNs);
        int handed = queues.drain(room.room(recordsMax, handedBefore), nowNs, router, draining);
        router.flush();
        heldBack = handed == 0;
        return handed;
    }

    /** Whether the open epoch is to be cut before any record is handed out. */
    boolean isFullOfInits() {
        return !draining && kernel.isFullOfInits();
    }

    /** Whether there is more to hand out after {@link #drain}. */
    boolean hasMoreToDrain() {
        return draining && hasRecords() && isWanted();
    }

    private boolean hasRecords() {
        return draining ? queues.hasRevokedRecords() : queues.records() > 0;
    }

    private boolean mayHandOver() {
        return isWanted() && !room.isExhausted();
    }

    /** Whether anything is to be handed out at all, whether or not there is room. */
    private boolean isWanted() {
        return !paused.getAsBoolean();
    }
}
