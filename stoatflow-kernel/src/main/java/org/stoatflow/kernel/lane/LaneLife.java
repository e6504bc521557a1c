package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.chain.Chain;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.timer.LaneTime;

/**
 * The beginning and the end of a lane: prepares its processors, and closes them. Owner: the lane's thread; {@link
 * #isOpen} and {@link #calling} are for any thread.
 *
 * <p>Shared fields: {@code open} and {@code calling}, written by the lane's thread; {@code open} is the last that it
 * writes while it opens.
 */
final class LaneLife {
    private static final Logger LOG = LoggerFactory.getLogger(LaneLife.class);

    private final Chain chain;
    private final LaneOutput output;
    private final LaneTime time;
    private final RunEnd end;

    /**
     * Shared, with {@code calling}. Written by: the lane; {@code open} last of all that it writes while it is opened.
     * Read by: dispatcher ({@code open}), messages. Safe: volatile, one writer; the dispatcher hands out nothing before
     * every lane is open. Proof: SharedFieldsTest.
     */
    private volatile boolean open;

    private volatile @Nullable LaneActivity calling;

    LaneLife(LaneParts parts) {
        this.chain = parts.chain();
        this.output = parts.output();
        this.time = parts.time();
        this.end = parts.end();
    }

    /** The end of the lane's run. */
    RunEnd end() {
        return end;
    }

    /** @param prepared runs when the processors are prepared, before the lane counts as open */
    void open(Runnable prepared) {
        try {
            if (chain.init(this::mayPrepare)) {
                time.open(output.prepared());
                prepared.run();
                open = true;
            }
        } catch (Throwable failure) { // user code may throw anything
            output.closeState();
            throw failure;
        } finally {
            calling = null;
        }
    }

    private boolean mayPrepare(String processor) {
        calling = new LaneActivity.Preparing(processor);
        output.preparing(processor);
        return !end.isReached();
    }

    /** @param lane names the lane */
    void close(String lane) {
        long before = output.writtenBytes();
        calling = new LaneActivity.Closing(); // to the end of the lane's thread, which closes users' stores last
        try {
            chain.close();
            if (!end.isReached() && output.writtenBytes() > before) {
                LOG.warn("{}: what a processor writes in close() is lost; write in process() or a punctuator", lane);
            }
        } finally {
            output.closeState();
        }
    }

    boolean isOpen() {
        return open;
    }

    /** What the lane does before its first step or behind its last one, or null. */
    @Nullable
    LaneActivity calling() {
        return calling;
    }
}
