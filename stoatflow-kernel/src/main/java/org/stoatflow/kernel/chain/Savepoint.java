package org.stoatflow.kernel.chain;

import java.util.List;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.record.EpochMemory;
import org.stoatflow.state.lane.LaneState;

/**
 * The point to which a lane rolls one record back. A rollback undoes the record's writes to the state and what the
 * DSL's operators remember beside it, cuts the outbox back to its former length, and drops the record's output to hops,
 * which waits until the record is done. It does not undo stream time, which the record has advanced in any case,
 * user-written stores, or fields of users' processors. Owner: the lane's thread.
 */
public final class Savepoint {
    private final LaneState state;
    private final LaneOutput output;
    private final HopChainNode[] hops;
    private final List<ProcessorChainNode> processors;
    private final EpochMemory memory;
    private int outboxSize;
    private boolean open;

    Savepoint(
            LaneState state,
            LaneOutput output,
            HopChainNode[] hops,
            List<ProcessorChainNode> processors,
            EpochMemory memory) {
        this.state = state;
        this.output = output;
        this.hops = hops;
        this.processors = processors;
        this.memory = memory;
    }

    public void begin() {
        state.save();
        for (ProcessorChainNode processor : processors) {
            processor.context().save();
        }
        memory.next();
        outboxSize = output.outbox().size();
        output.hold(true);
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
        output.hold(false);
        for (HopChainNode hop : hops) {
            hop.letGo();
        }
        state.release();
    }

    public void rollback() {
        open = false;
        state.rollback();
        for (ProcessorChainNode processor : processors) {
            processor.context().rollback();
        }
        memory.rollback();
        output.outbox().truncate(outboxSize);
        output.hold(false);
        for (HopChainNode hop : hops) {
            hop.takeBack();
        }
    }
}
