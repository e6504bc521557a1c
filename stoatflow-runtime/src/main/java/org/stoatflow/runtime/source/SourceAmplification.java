package org.stoatflow.runtime.source;

/**
 * What each byte of source input has become in the epochs that are complete: what they contributed, against what they
 * read. It rises at once, since an epoch that holds too much is fenced, and falls slowly. What time had made due in an
 * epoch does not come of its input and cannot be told from it, so such an epoch raises it by {@link #RISE_WITH_TIME} at
 * most.
 *
 * <p>Owner: the dispatcher's thread.
 */
final class SourceAmplification {
    private static final double KEPT = 0.9;
    private static final double MAX = 1_000;
    private static final double RISE_WITH_TIME = 2;

    private double factor = 1;

    /** At least 1. */
    double factor() {
        return factor;
    }

    /**
     * An epoch is complete.
     *
     * @param read bytes of its source batches
     * @param contributed bytes that its lanes have left in it
     * @param hadTimeWork whether time batches were handed out in it
     */
    void learn(long read, long contributed, boolean hadTimeWork) {
        if (read > 0) {
            double now = (double) contributed / read;
            double most = hadTimeWork ? RISE_WITH_TIME * factor : MAX;
            factor = Math.clamp(Math.max(Math.min(now, most), KEPT * factor), 1, MAX);
        }
    }

    /** How many bytes may be read so that they become so many; at least one where there is any room. */
    long inputFor(long room) {
        return room <= 0 ? room : Math.max(1, (long) (room / factor));
    }
}
