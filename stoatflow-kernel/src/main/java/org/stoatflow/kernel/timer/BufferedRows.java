package org.stoatflow.kernel.timer;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.clock.StreamTimes;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;

/**
 * The rows that one operator of one lane buffers for a later stream time, and the operator's clock. Owner: the lane's
 * thread.
 *
 * <p>Shared field: {@code dueMs}, the lane writes it, the dispatcher reads it.
 */
final class BufferedRows implements OperatorClock {
    private final String node;
    private final LaneShare share;
    private final RecordScope scope;
    private final StreamClocks clocks;
    private final int firstClock;
    private final int firstPartition;
    private final DueRows rows;
    private final boolean inOrder;
    private final long[] observed;
    private final boolean[] risen; // whether time has risen since a batch or flush began
    private final boolean[] visited; // whether records have come since the due times were published
    private final AtomicLongArray dueMs;

    BufferedRows(String node, LaneShare share, RecordScope scope, StreamClocks clocks, DueRows rows) {
        this.node = node;
        this.share = share;
        this.scope = scope;
        this.clocks = clocks;
        this.rows = rows;
        this.inOrder = clocks.isInOrder(share.stage());
        this.firstPartition = Math.max(0, share.ownPartition());
        this.firstClock = clocks.first(node) + firstPartition;
        int partitions = share.partitions();
        this.observed = new long[partitions];
        this.risen = new boolean[partitions];
        this.visited = new boolean[partitions];
        this.dueMs = new AtomicLongArray(partitions);
        Arrays.fill(observed, StreamTimes.UNKNOWN);
        for (int slot = 0; slot < partitions; slot++) {
            dueMs.set(slot, Long.MAX_VALUE);
        }
    }

    // ---- called by the operator

    @Override
    public void observe(long timestampMs) {
        int slot = slot();
        visited[slot] = true;
        if (timestampMs > observed[slot]) {
            observed[slot] = timestampMs;
            risen[slot] = true;
        }
    }

    @Override
    public long laneTimeMs() {
        int slot = slot();
        long completeMs = clocks.complete(firstClock + slot);
        // Where lanes upstream may overtake each other, the order in which records of an epoch come does not say which
        // of them is late.
        return inOrder ? Math.max(observed[slot], completeMs) : completeMs;
    }

    @Override
    public long completeTimeMs() {
        return clocks.complete(firstClock + slot());
    }

    @Override
    public boolean owns(int partition, byte[] key) {
        return share.owns(partition, key);
    }

    private int slot() {
        return scope.partition() - firstPartition;
    }

    // ---- the lane

    /** Prepares the clock. Called before the first record. */
    void open() {
        for (int slot = 0; slot < observed.length; slot++) {
            scope.enterPartition(firstPartition + slot);
            if (clocks.believesRows()) {
                clocks.raise(firstClock + slot, rows.latestMs(firstPartition + slot));
            }
            publish(slot);
        }
    }

    /** Tells the epoch the times that its work has observed. Call this before the counter of the work is lowered. */
    void tell(Epoch epoch) {
        for (int slot = 0; slot < risen.length; slot++) {
            if (risen[slot]) {
                risen[slot] = false;
                epoch.observe(firstClock + slot, observed[slot]);
            }
        }
    }

    /** Publishes when rows are due next, for the virtual partitions to which records have come since the last call. */
    void publishWhatChanged() {
        for (int slot = 0; slot < visited.length; slot++) {
            if (visited[slot]) {
                visited[slot] = false;
                publish(slot);
            }
        }
    }

    private void publish(int slot) {
        int partition = firstPartition + slot;
        scope.enterPartition(partition);
        dueMs.set(slot, rows.earliestDueMs(partition));
    }

    /** Handles all rows that complete epochs have made due. */
    void onTime() {
        for (int slot = 0; slot < observed.length; slot++) {
            long timeMs = clocks.complete(firstClock + slot);
            int partition = firstPartition + slot;
            scope.enterPartition(partition);
            if (rows.earliestDueMs(partition) <= timeMs) {
                scope.enterTime(node, partition, timeMs);
                rows.onDue(partition, timeMs);
                publish(slot);
            }
        }
    }

    // ---- the dispatcher

    boolean isDue() {
        for (int slot = 0; slot < observed.length; slot++) {
            if (dueMs.get(slot) <= clocks.complete(firstClock + slot)) {
                return true;
            }
        }
        return false;
    }
}
