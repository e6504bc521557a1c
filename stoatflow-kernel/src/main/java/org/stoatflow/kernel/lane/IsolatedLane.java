package org.stoatflow.kernel.lane;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.Inboxes;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.time.Clock;

/**
 * A lane whose epochs are isolated (docs/DESIGN.md, "Flushing, leaving and starting"): under exactly-once, and under
 * at-least-once where rows are taken back from other keys (docs/design/036). The lane starts epoch n+1 after it has
 * left n, or, if n has not touched it, once all source, hop and timer entries of its stage are closed for n. The lane
 * reads <em>closed</em> first and <em>touched</em> second; in the other order it would leave batches behind.
 */
public final class IsolatedLane extends Lane {
    private final BatchOrder order;

    // Null between epochs: an epoch refers to all later ones, so an idle lane must not keep an old one.
    private @Nullable Epoch current;
    private long leftNumber = -1;

    IsolatedLane(LaneShare share, Inboxes inboxes, HopMark mark, Clock clock, LaneParts parts) {
        super(share, inboxes, mark, clock, parts);
        this.order = new BatchOrder(parts.chain());
    }

    @Override
    boolean advance() {
        if (isAbandoned()) {
            return false;
        }
        Epoch epoch = current;
        if (epoch != null) {
            return runHeld()
                    || mayTakeBatch() && runBatchOf(epoch)
                    || !hasHeld() && flushNextOf(epoch)
                    || leaveIfDone(epoch);
        }
        return startNext();
    }

    private boolean runBatchOf(Epoch epoch) {
        Batch next = order.next(this);
        if (next == null) {
            return false;
        }
        inbox().poll(next.entry(), epoch);
        process(next);
        return true;
    }

    @Override
    @Nullable
    Batch runnable(int entry) {
        Epoch epoch = Objects.requireNonNull(current);
        Batch head = inbox().peek(entry, epoch);
        if (head != null && head.epoch() != epoch) {
            throw misplaced(head.epoch());
        }
        return head != null && head.entry() == entry && !isStalled(entry, epoch) ? head : null;
    }

    /**
     * Counts batches of the epoch and of the one before it. Batches of newer epochs wait for {@code epoch}, so they
     * must not hold it up.
     */
    @Override
    boolean isLoaded(int hop, Epoch epoch, HopMark over) {
        Epoch before = epoch.previousOpen();
        int batches = epoch.outstanding(hop) + (before == null ? 0 : before.outstanding(hop));
        long bytes =
                epoch.memory().at(hop) + (before == null ? 0 : before.memory().at(hop));
        return over.isReachedBy(batches, bytes);
    }

    @Override
    void awaitRelief(int hop, Epoch epoch, long bytes) {
        Epoch before = epoch.previousOpen();
        epoch.awaitRelief(hop, bytes);
        if (before != null) {
            before.awaitRelief(hop, bytes);
        }
    }

    private boolean leaveIfDone(Epoch epoch) {
        if (hasHeld() || !inputsClosed(epoch) || hasBatchOf(epoch) || !caches().oweNothing()) {
            return false;
        }
        output().commitUsersStores();
        publishRows();
        epoch.contribute(output().seal());
        leftNumber = epoch.number();
        current = null;
        leave(epoch);
        return true;
    }

    /**
     * Flushes the first cache that may be flushed. Caches are listed upstream first, and an input that reaches a cache
     * also reaches the caches downstream of that cache.
     */
    private boolean flushNextOf(Epoch epoch) {
        for (LaneCaches.Cache cache : caches().all()) {
            if (cache.isOwed() && mayFlush(cache, epoch)) {
                flush(cache);
                return true;
            }
        }
        return false;
    }

    private boolean mayFlush(LaneCaches.Cache cache, Epoch epoch) {
        for (int feeder : cache.entry().feeders()) {
            if (!epoch.isClosed(feeder) || hasBatchOf(epoch, feeder)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasBatchOf(Epoch epoch) {
        for (int input : inputs()) {
            if (hasBatchOf(epoch, input)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasBatchOf(Epoch epoch, int input) {
        Batch head = inbox().peek(input, epoch);
        return head != null && head.epoch() == epoch;
    }

    private boolean startNext() {
        Epoch next = inbox().earliest();
        if (next != null && next.number() <= leftNumber) {
            throw misplaced(next);
        }
        if (next == null || !mayStart(next)) {
            return false;
        }
        current = next;
        return true;
    }

    /**
     * Breaks an epoch whose batch the lane cannot take any more: the batch, and all batches behind it, would stay in
     * the queue for ever.
     */
    private BrokenEpochException misplaced(Epoch epoch) {
        Epoch in = current;
        return epoch.brokenBy("a batch of it lies in " + name() + ", which "
                + (in == null ? "has left epoch " + leftNumber : "is in epoch " + in.number()));
    }

    private boolean mayStart(Epoch next) {
        Epoch before = next.previousOpen();
        if (before == null || before.number() == leftNumber) {
            return true; // the epoch before is applied, or the lane has left it
        }
        return inputsClosed(before) && !before.isTouched(index());
    }
}
