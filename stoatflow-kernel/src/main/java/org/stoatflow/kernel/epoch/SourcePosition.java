package org.stoatflow.kernel.epoch;

import java.util.Map;
import java.util.Optional;

/**
 * The position that an epoch commits for a source partition.
 *
 * @param offset next offset to process
 * @param leaderEpoch leader epoch of the last record before the position, if known
 * @param partitionTime highest timestamp extracted of the records before the position (KS's partition time); -1 if
 *     there is none, or while the epoch is not complete
 * @param closedMs by store, of aggregations that forward windows when they close: what has ended and closed by that
 *     time is forwarded. Empty if there is none, or while the epoch is not complete
 * @param log the number of the partition's log that the offset is of: 0 when the run begins, and one more each time
 *     that the log is found cut, or another one
 */
public record SourcePosition(
        long offset, Optional<Integer> leaderEpoch, long partitionTime, Map<String, Long> closedMs, int log) {
    private static final long UNKNOWN = -1;

    public SourcePosition {
        closedMs = Map.copyOf(closedMs);
    }

    /** A position in the log with which the run begins. */
    public SourcePosition(long offset, Optional<Integer> leaderEpoch, long partitionTime, Map<String, Long> closedMs) {
        this(offset, leaderEpoch, partitionTime, closedMs, 0);
    }

    /** A position of a partition without such aggregations. */
    public SourcePosition(long offset, Optional<Integer> leaderEpoch, long partitionTime) {
        this(offset, leaderEpoch, partitionTime, Map.of());
    }

    /** A position as it is when an epoch is cut: its partition time is not known yet. */
    public static SourcePosition at(long offset, Optional<Integer> leaderEpoch) {
        return new SourcePosition(offset, leaderEpoch, UNKNOWN);
    }

    /** The same position with its partition time. */
    public SourcePosition withPartitionTime(long timeMs) {
        return new SourcePosition(offset, leaderEpoch, timeMs, closedMs, log);
    }

    /** The same position with the times up to which windows have closed. */
    public SourcePosition withClosed(Map<String, Long> times) {
        return new SourcePosition(offset, leaderEpoch, partitionTime, times, log);
    }

    /** The same position in another log. */
    public SourcePosition inLog(int number) {
        return new SourcePosition(offset, leaderEpoch, partitionTime, closedMs, number);
    }

    /** Another offset, with what is known of the records before this position. */
    public SourcePosition movedTo(long newOffset, Optional<Integer> newLeaderEpoch) {
        return new SourcePosition(newOffset, newLeaderEpoch, partitionTime, closedMs, log);
    }
}
