package org.stoatflow.kernel.chain;

import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.state.lane.LaneState;

/**
 * What a lane makes of one record, so that it can be taken back: writes to the state, the outbox's length, and what
 * goes over hops, which waits until the record is done. Not part of it: stream time, which the record has advanced
 * whatever becomes of it, user-written stores, and what processors keep in fields of their own. Owner: the lane's
 * thread.
 */
public final class Savepoint {
    private final LaneState state;
    private final LaneOutput output;
    private final HopChainNode[] hops;
    private int outboxSize;
    private boolean open;

    Savepoint(LaneState state, LaneOutput output, HopChainNode[] hops) {
        this.state = state;
        this.output = output;
        this.hops = hops;
    }

    public void begin() {
        state.save();
        outboxSize = output.outbox().size();
        for (HopChainNode hop : hops) {
            hop.holdBack();
        }
        open = true;
    }

    boolean isOpen() {
        return open;
    }

    /** What the record made stays; flushes of caches that it caused come now, outside of the savepoint. */
    public void release() {
        open = false;
        for (HopChainNode hop : hops) {
            hop.letGo();
        }
        state.release();
    }

    public void rollback() {
        open = false;
        state.rollback();
        output.outbox().truncate(outboxSize);
        for (HopChainNode hop : hops) {
            hop.takeBack();
        }
    }
}
