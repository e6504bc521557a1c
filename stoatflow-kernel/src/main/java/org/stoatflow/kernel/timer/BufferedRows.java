package org.stoatflow.kernel.timer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.clock.StreamTimes;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;

/**
 * The rows that a group of operators with one clock buffers in one lane for a later stream time, and that clock. Owner:
 * the lane's thread. Operators are added before the first step.
 *
 * <p>The dispatcher reads the {@link DueTimes}, which the lane writes.
 */
final class BufferedRows implements OperatorClock {
    private final LaneShare share;
    private final RecordScope scope;
    private final StreamClocks clocks;
    private final RecordErrors errors;
    private final int firstOfGroup; // the clock of the stage's first owned partition
    private final int firstClock;
    private final List<Holder> holders = new ArrayList<>();
    private final boolean inOrder;
    private final long[] observed;
    private final @Nullable ForwardedTimes forwarded; // null if the group does not keep what it forwards
    private final boolean[] risen; // whether time has risen since a batch or flush began
    private final DueTimes due;

    /** An operator of the group, and the rows that it handles. */
    private record Holder(String node, DueRows rows) {}

    BufferedRows(int firstOfGroup, LaneShare share, RecordScope scope, StreamClocks clocks, RecordErrors errors) {
        this.share = share;
        this.scope = scope;
        this.clocks = clocks;
        this.errors = errors;
        this.inOrder = clocks.isInOrder(firstOfGroup);
        this.firstOfGroup = firstOfGroup;
        this.firstClock = firstOfGroup + share.firstSlot();
        int forwardedOfGroup = clocks.firstForwarded(firstOfGroup);
        int partitions = share.partitions();
        this.forwarded = forwardedOfGroup < 0
                ? null
                : new ForwardedTimes(clocks, forwardedOfGroup + share.firstSlot(), partitions);
        this.observed = new long[partitions];
        this.risen = new boolean[partitions];
        this.due = new DueTimes(partitions);
        Arrays.fill(observed, StreamTimes.UNKNOWN);
    }

    boolean isAt(int firstClockOfGroup) {
        return firstOfGroup == firstClockOfGroup;
    }

    void add(String node, DueRows rows) {
        holders.add(new Holder(node, rows));
    }

    // ---- called by the operators

    @Override
    public void observe(long timestampMs) {
        int slot = slot();
        due.visit(slot);
        if (timestampMs > observed[slot]) {
            observed[slot] = timestampMs;
            risen[slot] = true;
        }
    }

    @Override
    public long laneTimeMs() {
        int slot = slot();
        long completeMs = clocks.complete(firstClock + slot);
        // Where lanes upstream may overtake each other, or records come by several ways, the order in which records of
        // an epoch come does not say which of them is late.
        return inOrder ? Math.max(observed[slot], completeMs) : completeMs;
    }

    @Override
    public long completeTimeMs() {
        return clocks.complete(firstClock + slot());
    }

    @Override
    public boolean mayRemoveInProcess() {
        return clocks.believesRows();
    }

    @Override
    public boolean isInOrder() {
        return inOrder;
    }

    @Override
    public long forwardedTimeMs() {
        if (inOrder) {
            return forwarded == null ? completeTimeMs() : forwarded.complete(slot());
        }
        return forwardedMs(slot());
    }

    /** The time up to which the group has forwarded what it keeps. */
    long forwardedMs(int slot) {
        return Objects.requireNonNull(forwarded, "the operators do not keep what they forward")
                .get(slot);
    }

    @Override
    public void forwarded(long timeMs) {
        int slot = slot();
        due.visit(slot);
        if (forwarded != null) { // else the group's clock says it
            risen[slot] = true;
            forwarded.raise(slot, timeMs);
        }
    }

    @Override
    public boolean owns(int partition, byte[] key) {
        return share.owns(partition, key);
    }

    private int slot() {
        return share.slotOf(scope.partition());
    }

    // ---- the lane

    /**
     * The time before which no row waits: what the rows look up when they are due must not expire by a later one. Rows
     * that have come since the due times were published are due after the complete-epoch clock of then.
     */
    long waitingSinceMs(int slot) {
        return due.waitingSinceMs(slot, inOrder);
    }

    /** Prepares the clock. Called before the first record. */
    void open() {
        for (int slot = 0; slot < observed.length; slot++) {
            scope.enterPartition(share.partitionAt(slot));
            if (clocks.believesRows()) {
                raiseToLatest(slot);
            }
            if (forwarded != null) {
                forwarded.open(slot, clocks.complete(firstClock + slot));
            }
            if (forwarded != null && inOrder) {
                clocks.raise(firstClock + slot, forwarded.complete(slot)); // it was reached, if not by what rows show
            }
            publish(slot);
        }
    }

    private void raiseToLatest(int slot) {
        for (Holder holder : holders) {
            clocks.raise(firstClock + slot, holder.rows().latestMs(share.partitionAt(slot)));
        }
    }

    /** Tells the epoch the times that its work has observed. Call this before the counter of the work is lowered. */
    void tell(Epoch epoch) {
        for (int slot = 0; slot < risen.length; slot++) {
            if (risen[slot]) {
                risen[slot] = false;
                epoch.observe(firstClock + slot, observed[slot]);
                if (forwarded != null) {
                    forwarded.tell(epoch, slot);
                }
            }
        }
    }

    /** Publishes when rows are due next, for the virtual partitions to which records have come since the last call. */
    void publishWhatChanged() {
        for (int slot = 0; slot < observed.length; slot++) {
            if (due.isVisited(slot)) {
                publish(slot);
            }
        }
    }

    private void publish(int slot) {
        int partition = share.partitionAt(slot);
        scope.enterPartition(partition);
        long completeMs = clocks.complete(firstClock + slot);
        long dueAfterMs = DueRows.NEVER;
        for (Holder holder : holders) {
            dueAfterMs = Math.min(dueAfterMs, holder.rows().dueAfterMs(partition));
        }
        due.publish(slot, dueAfterMs, completeMs);
    }

    /** Handles all rows that complete epochs have made due. */
    void onTime() {
        for (int slot = 0; slot < observed.length; slot++) {
            long timeMs = clocks.complete(firstClock + slot);
            int partition = share.partitionAt(slot);
            boolean changed = due.isDue(slot, timeMs); // also if the rows are gone by now
            for (Holder holder : holders) {
                scope.enterPartition(partition);
                while (holder.rows().dueAfterMs(partition) < timeMs) {
                    handle(holder, partition, timeMs);
                    changed = true;
                }
            }
            if (changed) {
                publish(slot);
            }
        }
    }

    /**
     * Has an operator handle what is due. As in Kafka Streams, where a record does this, the processing handler decides
     * about an exception; there is no record to show it. If it goes on, the row at fault is gone and others may be due.
     * An operator that has nothing more to say of rows that it calls due would be called for ever.
     */
    private void handle(Holder holder, int partition, long timeMs) {
        scope.enterTime(holder.node(), partition, timeMs);
        try {
            holder.rows().onDue(partition, timeMs);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            PassesHandlers.passOn(thrown);
            Exception failure = UserCodeError.asException(thrown);
            scope.enterTime(holder.node(), partition, timeMs);
            errors.onProcessing(holder.node(), null, failure);
            return;
        }
        if (holder.rows().dueAfterMs(partition) < timeMs) {
            throw new IllegalStateException("operator=" + holder.node() + " partition=" + partition
                    + " still has rows that are due at streamTimeMs=" + timeMs + ", after it has handled them");
        }
    }

    // ---- the dispatcher

    boolean isDue() {
        for (int slot = 0; slot < observed.length; slot++) {
            if (due.isDue(slot, clocks.complete(firstClock + slot))) {
                return true;
            }
        }
        return false;
    }
}
