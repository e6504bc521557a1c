package org.stoatflow.runtime.source;

import java.util.Optional;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * A source partition's log does not have an offset any more that it had: its end was lost, or its start was deleted. Or
 * it is the log of another topic with the same name.
 *
 * @param start the first offset that the log has
 * @param goesOnAt where the consumer goes on instead
 * @param leaderEpoch of the log before {@link #goesOnAt}, if the brokers have said it. It is committed with the offset,
 *     so that a log that is cut once more is known to be, and not taken for one whose offset is out of range
 * @param end the end of the log, of which records that are not committed may be left out
 * @param another whether the topic was made anew: offsets of before say nothing of this log
 */
public record LogCut(long start, long goesOnAt, Optional<Integer> leaderEpoch, long end, boolean another) {
    /** Of the same topic. */
    public LogCut(long start, long goesOnAt, Optional<Integer> leaderEpoch, long end) {
        this(start, goesOnAt, leaderEpoch, end, false);
    }

    /** This cut and one that was found after it, as one. */
    LogCut then(LogCut next) {
        return new LogCut(next.start, next.goesOnAt, next.leaderEpoch, next.end, another || next.another);
    }

    /** Where a run begins that would have begun at an offset before the log was cut. */
    public long begin(long before) {
        return !another && isStartThere(before) ? Math.min(before, goesOnAt) : goesOnAt;
    }

    /** The same for a position. */
    public SourcePosition begin(SourcePosition before) {
        long begin = begin(before.offset());
        return !another && begin == before.offset() ? before : before.movedTo(begin, leaderEpoch);
    }

    /**
     * Whether the end was lost, and what is before {@link #goesOnAt} can be read again. That the consumer goes on
     * further back says less: a log may have grown again beyond what was lost before a policy finds its end.
     */
    private boolean isStartThere(long before) {
        return before >= start;
    }

    /** Up to where records are to come that were to come up to an offset before the log was cut. */
    public long upTo(long before) {
        return Math.min(before, Math.max(goesOnAt, end));
    }
}
