package org.stoatflow.kernel.chain;

import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.state.lane.LaneState;

/**
 * The point to which a lane rolls one record back. A rollback undoes the record's writes to the state, cuts the outbox
 * back to its former length, and drops the record's output to hops, which waits until the record is done. It does not
 * undo stream time, which the record has advanced in any case, user-written stores, or fields of processors. Owner: the
 * lane's thread.
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

    /**
     * Keeps what the record made, and sends its output to hops. Flushes of caches that the record caused run now,
     * outside of the savepoint.
     */
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
