package org.stoatflow.runtime.source;

/**
 * How many bytes each byte of source input becomes: the bytes that complete epochs contributed, over the bytes that
 * they read. The factor rises at once, since an epoch that holds too much is fenced, and falls slowly. Bytes of time
 * work do not come of an epoch's input, and cannot be told from the others. So an epoch with time batches raises the
 * factor by {@link #RISE_WITH_TIME} at most.
 *
 * <p>Owner: the dispatcher's thread.
 */
final class SourceAmplification {
    private static final double KEPT = 0.9;
    private static final double MAX = 1_000;
    private static final double RISE_WITH_TIME = 2;

    private double factor = 1;

    /** Output bytes for each byte of input; at least 1. */
    double factor() {
        return factor;
    }

    /**
     * Learns from a complete epoch.
     *
     * @param read bytes of the epoch's source batches
     * @param contributed bytes that lanes have contributed to the epoch
     * @param hadTimeWork whether time batches were handed out in the epoch
     */
    void learn(long read, long contributed, boolean hadTimeWork) {
        if (read > 0) {
            double now = (double) contributed / read;
            double most = hadTimeWork ? RISE_WITH_TIME * factor : MAX;
            factor = Math.clamp(Math.max(Math.min(now, most), KEPT * factor), 1, MAX);
        }
    }

    /** How many bytes of input become so many bytes; at least one where there is any room. */
    long inputFor(long room) {
        return room <= 0 ? room : Math.max(1, (long) (room / factor));
    }
}
