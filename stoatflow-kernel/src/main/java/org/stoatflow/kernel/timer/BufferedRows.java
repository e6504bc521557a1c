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
 * What one operator of one lane holds for a later stream time, and its clock. Owner: the lane's thread.
 *
 * <p>Shared field: {@code dueMs}, written by the lane and read by the dispatcher.
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
    private final boolean[] risen; // since a batch or flush began
    private final boolean[] visited; // since the due times were published
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

    // ---- the operator asks

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
        // Where lanes upstream may overtake each other, a record that comes after another of its epoch need not be
        // older.
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

    /** Before the first record. */
    void open() {
        for (int slot = 0; slot < observed.length; slot++) {
            scope.enterPartition(firstPartition + slot);
            if (clocks.believesRows()) {
                clocks.raise(firstClock + slot, rows.latestMs(firstPartition + slot));
            }
            publish(slot);
        }
    }

    /** Tells the epoch what its work has observed; before that work's counter is lowered. */
    void tell(Epoch epoch) {
        for (int slot = 0; slot < risen.length; slot++) {
            if (risen[slot]) {
                risen[slot] = false;
                epoch.observe(firstClock + slot, observed[slot]);
            }
        }
    }

    /** Publishes when rows are due next, where records have come since it was last done. */
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

    /** Handles all that complete epochs have made due. */
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
