package org.stoatflow.state.segment;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowReads;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.KeyRange;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * The rows of a range, segment by segment, in each by their keys. A segment is looked at when the cursor comes to it,
 * as in Kafka Streams; whoever only reads sees all segments as they were when the cursor was made. Thread: one reads at
 * a time; any may close it meanwhile.
 */
public final class SegmentCursor implements RowCursor {
    /** Up to so many segments the cursor looks at each; beyond it searches for those that have rows. */
    private static final int SEGMENTS_AT_ONCE = 4;

    private final RowReads rows;
    private final int partition;
    private final SegmentRange range;
    private final boolean forward;
    private long low; // segments that are still to be looked at, both ends included
    private long high;
    private boolean looked; // at all of them: no number is behind the greatest segment

    /**
     * Shared. Written by: who reads. Read by: who reads, who closes. Safe: volatile; it is written before {@code
     * closed} is looked at, and read after that was set, so one of both closes what is opened meanwhile. Proof:
     * SegmentCursorTest.
     */
    private volatile @Nullable RowCursor current;

    /** Shared. Written by: who closes. Read by: who reads. Safe: volatile, never unset. Proof: SegmentCursorTest. */
    private volatile boolean closed;

    /**
     * Makes a cursor before the first row.
     *
     * @param rows the store's rows
     * @param partition the virtual partition
     * @param retention says which segments there may be
     * @param range the rows that are asked for
     * @param forward whether segments, and rows in a segment, come in ascending order
     */
    public SegmentCursor(RowStore rows, int partition, Retention retention, SegmentRange range, boolean forward) {
        this.partition = partition;
        this.range = range;
        this.forward = forward;
        looked = range.isEmpty();
        low = looked ? 0 : retention.segment(range.fromMs());
        high = looked ? 0 : retention.segment(range.toMs());
        this.rows = low < high ? rows.snapshot() : rows; // one segment is one scan
    }

    @Override
    public boolean advance() {
        requireOpen();
        RowCursor segment = current;
        if (segment == null) {
            segment = openNext();
        }
        while (segment != null) {
            while (segment.advance()) {
                if (range.contains(segment.key())) {
                    return true;
                }
            }
            segment.close();
            current = null;
            segment = openNext();
        }
        rows.end();
        return false;
    }

    /** The rows of the next segment; null behind the last one. */
    private @Nullable RowCursor openNext() {
        if (looked || (high - low >= SEGMENTS_AT_ONCE && !skipEmpty())) {
            looked = true;
            return null;
        }
        long segment = forward ? low : high;
        if (low == high) {
            looked = true;
        } else if (forward) {
            low++;
        } else {
            high--;
        }
        RowCursor opened = rows.scan(partition, range.low(segment), range.high(segment), forward);
        current = opened;
        if (closed) { // who has closed may have looked before
            opened.close();
            throw refusal();
        }
        return opened;
    }

    /** Goes to the next segment that has rows, if there is one. */
    private boolean skipEmpty() {
        byte[] end = KeyRange.afterPrefix(SegmentPrefix.start(high));
        RowCursor any = rows.scan(partition, SegmentPrefix.start(low), end, forward);
        try {
            if (!any.advance()) {
                return false;
            }
            long segment = SegmentPrefix.segment(any.key());
            if (forward) {
                low = segment;
            } else {
                high = segment;
            }
            return true;
        } finally {
            any.close();
        }
    }

    private RowCursor open() {
        RowCursor segment = current;
        if (segment == null) {
            throw new IllegalStateException("The cursor is not at a row");
        }
        return segment;
    }

    @Override
    public byte[] key() {
        return open().key();
    }

    @Override
    public byte @Nullable [] value() {
        return open().value();
    }

    @Override
    public long timestamp() {
        return open().timestamp();
    }

    @Override
    public void requireOpen() {
        if (closed) {
            throw refusal();
        }
        RowCursor segment = current;
        if (segment != null) {
            segment.requireOpen();
        }
    }

    private static InvalidStateStoreException refusal() {
        return new InvalidStateStoreException("An iterator of a store is used after it was closed");
    }

    /** Leaves what the reader writes alone: it may be another thread's. */
    @Override
    public void close() {
        closed = true;
        RowCursor segment = current;
        try {
            if (segment != null) {
                segment.close();
            }
        } finally {
            rows.end();
        }
    }
}
