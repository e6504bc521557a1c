package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.state.UserHold;
import org.stoatflow.streams.processor.StateStore;

/**
 * What a caller from outside, such as a test or who has the thread, sees and writes of a lane. Thread: the lane's, as
 * each method says.
 */
public final class OutsideAccess {
    private final RecordScope scope;
    private final LaneOutput output;

    OutsideAccess(RecordScope scope, LaneOutput output) {
        this.scope = scope;
        this.output = output;
    }

    /**
     * A store, with uncommitted writes. What the caller writes goes into the next epoch in which the lane takes part.
     * Between two steps.
     *
     * @param timestamp the time of what the caller writes, where the rows have none
     */
    public StateStore store(String name, int partition, long timestamp) {
        return scope.enterOutside(name, partition, timestamp);
    }

    /** A store of the partition that is being processed. In a step, for what the lane calls. */
    public StateStore storeInStep(String name) {
        return scope.store(name);
    }

    /**
     * The timestamp of the record, punctuation or caller from outside that the lane has gone to last; -1 before the
     * first.
     */
    public long lastMs() {
        return scope.lastMs();
    }

    /** Whether stores have been written to. Between two epochs. */
    public boolean hasWrites() {
        return output.writtenBytes() > 0;
    }

    /**
     * The lane comes to where user code may call users' stores: none of them is closed before it has left. Before the
     * lane is opened; it leaves when it is closed.
     */
    public UserHold enterUsers() {
        return output.enterUsers();
    }

    /** What was sent since the lane has handed over its output last. After a failure. */
    public Outbox unsent() {
        return output.outbox();
    }
}
