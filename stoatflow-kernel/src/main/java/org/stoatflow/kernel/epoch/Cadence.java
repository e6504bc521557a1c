package org.stoatflow.kernel.epoch;

import java.util.Arrays;

/**
 * When to cut: interval = clamp(factor × fixed cost of a commit, min, max). The interval counts from the last cut, so
 * that the first record after a pause is committed at once.
 *
 * <p>The fixed cost is the cost that does not grow with the epoch: offsets and commit, not sending and applying. Costs
 * that grow with the epoch take the same share of the time at any interval; counting them would let the interval run
 * away to its maximum as soon as that share is over 1/factor. The cadence takes the median of the last five costs, so
 * that a cold or disturbed commit changes nothing.
 *
 * <p>Owner: the dispatcher's thread, but for {@link #onCommitted}, which the committer calls.
 */
public final class Cadence {
    private static final int REMEMBERED = 5;
    private static final double NEWEST_WEIGHT = 0.2;

    private final double factor;
    private final long minNs;
    private final long maxNs;
    private final EpochBound bound;
    private final long[] fixedCosts = new long[REMEMBERED]; // the committer's
    private int commits; // the committer's
    private volatile double averageNs = Double.NaN;

    /**
     * Shared, with {@code averageNs}. Written by: committer. Read by: dispatcher, metrics. Safe: volatile, one writer.
     * Proof: SharedFieldsTest.
     */
    private volatile long intervalNs;

    private long lastCutNs;

    /**
     * @param factor length of an epoch as a multiple of a commit's fixed cost; with 5, fixed costs take a fifth of the
     *     time
     * @param bytesMax bytes at which an epoch is cut early
     */
    public Cadence(double factor, long minNs, long maxNs, long bytesMax, long nowNs) {
        this(factor, minNs, maxNs, EpochBound.fixed(bytesMax), nowNs);
    }

    /**
     * @param factor length of an epoch as a multiple of a commit's fixed cost; with 5, fixed costs take a fifth of the
     *     time
     * @param bound bytes at which an epoch is cut early
     */
    public Cadence(double factor, long minNs, long maxNs, EpochBound bound, long nowNs) {
        if (factor <= 0 || minNs < 0 || maxNs < minNs) {
            throw new IllegalArgumentException("factor=" + factor + " minNs=" + minNs + " maxNs=" + maxNs);
        }
        this.factor = factor;
        this.minNs = minNs;
        this.maxNs = maxNs;
        this.bound = bound;
        this.intervalNs = minNs;
        this.lastCutNs = nowNs - maxNs;
    }

    /** Interval between cuts, in nanoseconds. */
    public long intervalNs() {
        return intervalNs;
    }

    /** How many bytes an epoch may hold. */
    public EpochBound bound() {
        return bound;
    }

    /** Nanoseconds until a cut is due; zero or negative when a cut is due. */
    public long dueInNs(long nowNs, long bytes) {
        return bytes >= bound.bytes() ? 0 : lastCutNs + intervalNs - nowNs;
    }

    /** Whether the longest interval has passed since the last cut. */
    public boolean isOverdue(long nowNs) {
        return nowNs - lastCutNs >= maxNs;
    }

    public void onCut(long nowNs) {
        lastCutNs = nowNs;
    }

    /**
     * A commit is done. Committer only.
     *
     * @param durationNs from the commit's first call until the state has been written
     * @param fixedNs the part of the duration that does not grow with the epoch
     */
    public void onCommitted(long durationNs, long fixedNs) {
        averageNs = commits == 0 ? durationNs : averageNs + NEWEST_WEIGHT * (durationNs - averageNs);
        fixedCosts[commits++ % REMEMBERED] = fixedNs;
        long[] sorted = fixedCosts.clone();
        Arrays.sort(sorted);
        intervalNs = Math.clamp((long) (factor * sorted[REMEMBERED / 2]), minNs, maxNs);
    }

    /** Moving average of the commit's duration, in nanoseconds; not a number before the first commit. */
    public double averageCommitNs() {
        return averageNs;
    }
}
