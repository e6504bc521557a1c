package org.stoatflow.kernel.epoch;

import java.util.Optional;

/**
 * Where a source partition goes on: what an epoch commits for it.
 *
 * @param offset next offset to process
 * @param leaderEpoch leader epoch of the last record before it, if known
 * @param partitionTime highest timestamp extracted of the records before it, -1 if none (KS's partition time) or as
 *     long as the epoch is not complete
 */
public record SourcePosition(long offset, Optional<Integer> leaderEpoch, long partitionTime) {
    private static final long UNKNOWN = -1;

    /** As it is when an epoch is cut. */
    public static SourcePosition at(long offset, Optional<Integer> leaderEpoch) {
        return new SourcePosition(offset, leaderEpoch, UNKNOWN);
    }

    /** The same with the time, which is known now. */
    public SourcePosition withPartitionTime(long timeMs) {
        return new SourcePosition(offset, leaderEpoch, timeMs);
    }
}
