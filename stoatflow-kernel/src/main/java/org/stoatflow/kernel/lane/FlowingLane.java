package org.stoatflow.kernel.lane;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.epoch.EntryLoad;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.time.Clock;

/**
 * A lane that waits for no epoch (docs/DESIGN.md, "Flushing, leaving and starting"). It runs batches as they come and
 * gives its output to the committer when a batch ends. It seals its writes before its first batch of a newer epoch,
 * before a time batch, and when it leaves an epoch with unsealed writes. It leaves an epoch once its stage's inputs are
 * complete for the epoch.
 */
public final class FlowingLane extends Lane {
    private static final long DONE_UNKNOWN = Long.MIN_VALUE;

    private final BatchOrder order;
    private final NavigableMap<Long, Epoch> owing = new TreeMap<>();
    private long newest = -1;
    private long oldestUnsealed = Long.MAX_VALUE;

    FlowingLane(LaneShare share, Inboxes inboxes, HopMark mark, Clock clock, LaneParts parts) {
        super(share, inboxes, mark, clock, parts);
        this.order = new BatchOrder(parts.chain());
    }

    @Override
    boolean advance() {
        if (isAbandoned()) {
            return false;
        }
        return runHeld() || leaveOldest() || mayTakeBatch() && runBatch() || flushWhileIdle() || leaveWhatIsComplete();
    }

    /**
     * Leaves the oldest epoch if it is complete. The lane tries this between batches, since a lane under constant load
     * must leave epochs too. The oldest goes first, since epochs are committed in their order.
     */
    private boolean leaveOldest() {
        return owing.size() > 1 && leaveIfComplete(owing.firstEntry().getValue());
    }

    private boolean runBatch() {
        Batch next = order.next(this);
        if (next == null) {
            return false;
        }
        inbox().pollAny(next.entry());
        startEpochOf(next);
        process(next);
        return true;
    }

    @Override
    @Nullable
    Batch runnable(int entry) {
        Batch head = inbox().peekAny(entry);
        if (head == null || head.entry() != entry || isStalled(entry, head.epoch())) {
            return null;
        }
        return head instanceof TimeBatch && !isAllBeforeComplete(head.epoch()) ? null : head;
    }

    /** Counts batches of all epochs, since lanes take them as they come and none waits for an older epoch. */
    @Override
    boolean isLoaded(int hop, Epoch epoch, HopMark over) {
        EntryLoad load = epoch.ofAll();
        return over.isReachedBy(load.batches(hop), load.bytes(hop));
    }

    @Override
    void awaitRelief(int hop, Epoch epoch, long bytes) {
        epoch.ofAll().awaitRelief(hop, bytes);
    }

    /**
     * Whether the inputs are complete for all older epochs, as a time batch requires. After a crash, no record comes
     * again that would bring back the rows that a time batch has consumed. So the writes of a time batch are applied
     * only with its epoch, and must not share a seal with late work of an older epoch.
     */
    private boolean isAllBeforeComplete(Epoch epoch) {
        for (Epoch before = epoch.previousOpen(); before != null; before = before.previousOpen()) {
            if (!inputsComplete(before)) {
                return false;
            }
        }
        return true;
    }

    /** Whether all batches of the epoch in this stage are done, in all lanes. */
    private boolean inputsComplete(Epoch epoch) {
        for (int input : inputs()) {
            if (!epoch.isComplete(input)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Prepares the lane for a batch: before the first batch of a newer epoch, flushes the caches that hold rows of
     * older epochs, and seals. So a row leaves a cache in the epoch that put it there, also by eviction.
     */
    private void startEpochOf(Batch batch) {
        Epoch epoch = batch.epoch();
        if (epoch.hasLeft(index())) {
            throw epoch.brokenBy("a batch of it lies in " + name() + ", which has left it");
        }
        flushOlderThan(batch instanceof TimeBatch ? Long.MAX_VALUE : epoch.number());
        if (isAbandoned()) {
            return; // the lane does not run the batch either
        }
        if (epoch.number() > newest || batch instanceof TimeBatch) {
            seal(DONE_UNKNOWN);
            newest = Math.max(newest, epoch.number());
        }
        if (batch instanceof TimeBatch) {
            output().timeWorkOf(epoch.number());
        }
        owing.put(epoch.number(), epoch);
        oldestUnsealed = Math.min(oldestUnsealed, epoch.number());
    }

    private void flushOlderThan(long number) {
        LaneCaches.Cache oldest = caches().oldest();
        while (oldest != null && oldest.epoch().number() < number && !isAbandoned()) {
            oldestUnsealed = Math.min(oldestUnsealed, oldest.epoch().number());
            flush(oldest);
            oldest = caches().oldest();
        }
    }

    /**
     * Flushes a cache once all inputs that reach the cache are closed and have no batch in the inbox, as under
     * exactly-once. Caches with rows of older epochs are flushed first, even while a slow record elsewhere keeps an
     * older epoch open, so that they do not hold up the newer epoch.
     */
    private boolean flushWhileIdle() {
        if (hasHeld()) {
            return false;
        }
        for (LaneCaches.Cache cache : caches().all()) {
            if (cache.isOwed() && mayFlush(cache)) {
                flushOlderThan(cache.epoch().number() + 1);
                return true;
            }
        }
        return false;
    }

    private boolean mayFlush(LaneCaches.Cache cache) {
        for (int feeder : cache.entry().feeders()) {
            if (!cache.epoch().isClosed(feeder) || inbox().peekAny(feeder) != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * The lane may have sealed since the record came. The lane seals the record's writes when it leaves the record's
     * epoch.
     */
    @Override
    void onResumed(Batch batch) {
        oldestUnsealed = Math.min(oldestUnsealed, batch.epoch().number());
    }

    private boolean leaveWhatIsComplete() {
        boolean worked = false;
        for (Epoch epoch : List.copyOf(owing.values())) {
            worked |= leaveIfComplete(epoch);
        }
        return worked;
    }

    /** Leaves the epoch if all inputs of the stage are complete for it. */
    private boolean leaveIfComplete(Epoch epoch) {
        if (!inputsComplete(epoch)) {
            return false;
        }
        flushOlderThan(epoch.number() + 1);
        boolean unsealed = oldestUnsealed <= epoch.number();
        if (unsealed) {
            flushOlderThan(Long.MAX_VALUE); // also flushes rows of newer epochs
        }
        if (isAbandoned()) {
            return false; // a flush may have ended early: the epoch must not be committed without the rest of the flush
        }
        if (unsealed) {
            seal(newestAppliedBefore(epoch));
        }
        output().commitUsersStores();
        owing.remove(epoch.number());
        publishRows();
        leave(epoch);
        return true;
    }

    /**
     * The newest epoch that is applied with all before it. What has expired may be removed by it, and not by this
     * lane's stage being through: a record that has read the rows may still be on its way behind a hop, and if it comes
     * again after a crash it must find them.
     */
    private static long newestAppliedBefore(Epoch epoch) {
        Epoch oldest = epoch;
        for (Epoch before = epoch.previousOpen(); before != null; before = before.previousOpen()) {
            oldest = before;
        }
        return oldest.number() - 1;
    }

    private void seal(long doneEpoch) {
        output().offerSealed(newest, doneEpoch);
        oldestUnsealed = Long.MAX_VALUE;
    }
}
