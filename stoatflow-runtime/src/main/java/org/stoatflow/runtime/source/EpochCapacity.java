package org.stoatflow.runtime.source;

import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochBound;
import org.stoatflow.kernel.epoch.Growth;

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
    private final SourceAmplification amplification;
    private long exhaustedSinceNs = NOT_EXHAUSTED;

    /** @param learned what runs before have learned about growth */
    EpochCapacity(boolean isolated, Kernel kernel, Budget budget, EpochBound bound, Learned learned) {
        this.isolated = isolated;
        this.kernel = kernel;
        this.budget = budget;
        this.bound = bound;
        this.counters = learned.counters();
        this.amplification = learned.amplification();
    }

    /** Learns from a complete epoch how many bytes its input has grown to. */
    void learn(Epoch complete) {
        if (isolated) {
            amplification.learn(complete.memory());
        }
    }

    /** Learns from an epoch that is aborted since it has held too much, with so many records. */
    void giveLess(Epoch aborted, long records) {
        amplification.shrinkAfter(aborted.memory(), records);
    }

    boolean isExhausted() {
        return budget.isExhausted() || isolated && budget.isFull(kernel.open(), growth(), bound.bytes());
    }

    private Growth growth() {
        return amplification.with(kernel.open().memory());
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

    /**
     * What may be handed out in a round.
     *
     * @param most records of a round at most
     * @param handed records that the open epoch has been given
     */
    Room room(int most, long handed) {
        if (!isolated) {
            return new Room(most, budget.roomBytes(), Growth.even(1), Long.MAX_VALUE);
        }
        Growth growth = growth();
        long grown = bound.bytes() - kernel.open().memory().expected(growth);
        int records = Math.clamp(amplification.recordsMax() - handed, 0, most);
        return new Room(records, budget.roomBytes(), growth, grown);
    }

    /**
     * How much may be handed out in a round.
     *
     * @param bytes of source records, about
     * @param growth what these become
     * @param grownBytes bytes of what they become, about
     */
    record Room(int records, long bytes, Growth growth, long grownBytes) {
        static Room of(int records, long bytes) {
            return new Room(records, bytes, Growth.even(1), Long.MAX_VALUE);
        }
    }

    /**
     * How many bytes the open epoch holds. Older epochs do not count, since a cut frees nothing of them. Where epochs
     * are isolated, waiting input counts as the bytes that it will grow to.
     */
    long uncommittedBytes() {
        return isolated
                ? kernel.open().memory().expected(growth())
                : kernel.open().memory().kept();
    }
}
