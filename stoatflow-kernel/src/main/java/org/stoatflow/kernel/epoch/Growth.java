package org.stoatflow.kernel.epoch;

/**
 * How many bytes each byte of a source batch becomes, by the entry through which the batch comes in. What a source
 * batch for the far end of a hop becomes is as much as that of any source. Immutable.
 */
public final class Growth {
    private final double[] ofSources; // by entry; 0 for those that are no sources
    private final double most;

    /** @param ofSources by entry, at least 1 for each source, and 0 for all other entries */
    public Growth(double[] ofSources) {
        this.ofSources = ofSources.clone();
        double greatest = 1;
        for (double growth : ofSources) {
            greatest = Math.max(greatest, growth);
        }
        this.most = greatest;
    }

    private Growth(double most) {
        this.ofSources = new double[0];
        this.most = most;
    }

    /** The same growth for all entries. */
    public static Growth even(double growth) {
        return new Growth(growth);
    }

    /** The growth of a source batch of the entry. */
    public double of(int entry) {
        return isOfSource(entry) ? ofSources[entry] : most;
    }

    /** What the outstanding source batches of an epoch will have become, beside the bytes that they have now. */
    double still(EpochBytes memory) {
        double more = 0;
        long elsewhere = memory.inSourceBatches();
        for (int entry = 0; entry < ofSources.length; entry++) {
            if (isOfSource(entry)) {
                long here = memory.at(entry);
                more += (ofSources[entry] - 1) * here;
                elsewhere -= here;
            }
        }
        return more + (most - 1) * Math.max(0, elsewhere);
    }

    private boolean isOfSource(int entry) {
        return entry < ofSources.length && ofSources[entry] > 0;
    }
}
