package org.stoatflow.runtime.source;

import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochBound;

/**
 * Knows how many bytes may still be handed out (docs/DESIGN.md, "Back-pressure"): as many as the budget has room for
 * and, where epochs are isolated, as the open epoch may still hold. Owner: the dispatcher's thread.
 */
final class EpochCapacity {
    private static final long NOT_EXHAUSTED = Long.MIN_VALUE;

    private final boolean isolated;
    private final Kernel kernel;
    private final Budget budget;
    private final EpochBound bound;
    private final SourceCounters counters;
    private final SourceAmplification growth = new SourceAmplification();
    private long exhaustedSinceNs = NOT_EXHAUSTED;

    EpochCapacity(boolean isolated, Kernel kernel, Budget budget, EpochBound bound, SourceCounters counters) {
        this.isolated = isolated;
        this.kernel = kernel;
        this.budget = budget;
        this.bound = bound;
        this.counters = counters;
    }

    /** Learns from a complete epoch how many bytes its input has grown to. */
    void learn(Epoch complete) {
        growth.learn(
                complete.memory().sourceBytes(),
                complete.contributedBytes(),
                complete.memory().hasTimeWork());
    }

    boolean isExhausted() {
        return budget.isExhausted() || isolated && budget.isFull(kernel.open(), growth.factor(), bound.bytes());
    }

    /**
     * The same answer as {@link #isExhausted}; also measures for how long it is true. To be asked only where there are
     * records to hand out.
     */
    boolean holdsBack(long nowNs) {
        boolean exhausted = isExhausted();
        if (exhausted && exhaustedSinceNs == NOT_EXHAUSTED) {
            exhaustedSinceNs = nowNs;
        } else if (exhaustedSinceNs != NOT_EXHAUSTED) {
            counters.onHeldBack(nowNs - exhaustedSinceNs);
            exhaustedSinceNs = exhausted ? nowNs : NOT_EXHAUSTED;
        }
        return exhausted;
    }

    /** Bytes of source records that may be handed out; not above zero if there is no room. */
    long sourceBytes() {
        long room = budget.roomBytes();
        return isolated ? Math.min(room, growth.inputFor(bound.bytes() - uncommittedBytes())) : room;
    }

    /**
     * How many bytes the open epoch holds. Older epochs do not count, since a cut frees nothing of them. Where epochs
     * are isolated, waiting input counts as the bytes that it will grow to.
     */
    long uncommittedBytes() {
        return isolated
                ? kernel.open().memory().expected(growth.factor())
                : kernel.open().memory().kept();
    }
}
