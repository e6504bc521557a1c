package org.stoatflow.kernel.timer;

import java.util.ArrayList;
import java.util.List;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.LaneShare;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;

/**
 * The operators of one lane that buffer rows for a later stream time. Owner: the lane's thread; the dispatcher calls
 * only {@link #isAnyDue}. Operators are added before the first step.
 */
final class LaneClocks {
    private final LaneShare share;
    private final RecordScope scope;
    private final StreamClocks clocks;
    private final RecordErrors errors;
    private final List<BufferedRows> groups = new ArrayList<>();

    LaneClocks(LaneShare share, RecordScope scope, StreamClocks clocks, RecordErrors errors) {
        this.share = share;
        this.scope = scope;
        this.clocks = clocks;
        this.errors = errors;
    }

    /** Adds an operator with its rows. Returns the clock, which the operator shares with its group. */
    OperatorClock add(String node, DueRows rows) {
        BufferedRows group = groupAt(clocks.first(node));
        group.add(node, rows);
        return group;
    }

    private BufferedRows groupAt(int firstClock) {
        for (BufferedRows group : groups) {
            if (group.isAt(firstClock)) {
                return group;
            }
        }
        BufferedRows made = new BufferedRows(firstClock, share, scope, clocks, errors);
        groups.add(made);
        return made;
    }

    /** The time before which no row of a group waits in a virtual partition. */
    long waitingSinceMs(int firstClock, int partition) {
        return groupAt(firstClock).waitingSinceMs(share.slotOf(partition));
    }

    /** The time up to which a group has forwarded what it keeps, in a virtual partition. */
    long forwardedMs(int firstClock, int partition) {
        return groupAt(firstClock).forwardedMs(share.slotOf(partition));
    }

    /** Prepares the clocks. Called after the processors are prepared and before the first record. */
    void open() {
        groups.forEach(BufferedRows::open);
    }

    /** Tells the epoch the times that its work has observed. Call this before the counter of the work is lowered. */
    void tell(Epoch epoch) {
        for (BufferedRows held : groups) {
            held.tell(epoch);
        }
    }

    /**
     * Publishes when rows are due. The lane calls this before it leaves an epoch, so that the dispatcher can hand it a
     * time batch once the epoch is complete.
     */
    void publish() {
        for (BufferedRows held : groups) {
            held.publishWhatChanged();
        }
    }

    /** Handles all rows that complete epochs have made due. */
    void onTime() {
        for (BufferedRows held : groups) {
            held.onTime();
        }
    }

    boolean isAnyDue() {
        for (BufferedRows held : groups) {
            if (held.isDue()) {
                return true;
            }
        }
        return false;
    }
}
