package org.stoatflow.state.window;

import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.segment.PartitionNumbers;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentPrefix;

/**
 * Whether a window may have duplicates of before this lane, in a store without a changelog: nothing says there how many
 * puts there were, so that the numbers of duplicates begin anew, and must not meet those rows. Thread: the store's
 * user.
 */
final class FormerWindows {
    private static final long UNKNOWN = -2;
    private static final long NONE = -1;

    private final RowStore rows;
    private final Retention retention;
    private final boolean countsPuts;
    private final PartitionNumbers untilMs = new PartitionNumbers(UNKNOWN);

    /** @param countsPuts whether the numbers go on behind those of the former rows */
    FormerWindows(RowStore rows, Retention retention, boolean countsPuts) {
        this.rows = rows;
        this.retention = retention;
        this.countsPuts = countsPuts;
    }

    /** To be asked before each put, the first one above all. */
    boolean mayHave(int partition, long startMs) {
        if (countsPuts) {
            return false;
        }
        if (untilMs.get(partition) == UNKNOWN) {
            untilMs.set(partition, latestMs(partition));
        }
        return startMs <= untilMs.get(partition);
    }

    /** The end of the last segment that has rows. */
    private long latestMs(int partition) {
        RowCursor last = rows.scan(partition, null, null, false);
        try {
            return last.advance() ? (SegmentPrefix.segment(last.key()) + 1) * retention.segmentMs() - 1 : NONE;
        } finally {
            last.close();
        }
    }

    /** What a lane that was dropped has written is of before, too. */
    void clear() {
        untilMs.clear();
    }
}
