package org.stoatflow.operator;

/**
 * The rows that one operator holds in one lane until stream time comes to them. The lane calls these methods, with the
 * operator's stores at the virtual partition of the argument.
 *
 * <p>Operators that share a clock may also hold their rows together, in a store of both. Then one of them gives the
 * rows, and the others give {@link #NONE}. If several give the same rows, the first of them handles what is due.
 *
 * <p>Only rows that the lane owns count, see {@link OperatorClock#owns}.
 */
public interface DueRows {
    /** No rows: for an operator whose rows another operator of its group handles. */
    DueRows NONE = new DueRows() {
        @Override
        public long latestMs(int partition) {
            return -1;
        }

        @Override
        public long earliestDueMs(int partition) {
            return Long.MAX_VALUE;
        }

        @Override
        public void onDue(int partition, long streamTimeMs) {
            throw new IllegalStateException("no row can be due, partition=" + partition);
        }
    };

    /**
     * The highest record timestamp that the rows show. The lane asks once, before the first record, under exactly-once:
     * state that was restored from its changelog may be newer than the stream time that was stored with it.
     *
     * @param partition the virtual partition
     * @return milliseconds since 1970, or -1 without rows
     */
    long latestMs(int partition);

    /**
     * The earliest stream time at which a row is due. The lane asks before the first record, and whenever rows may have
     * changed.
     *
     * @param partition the virtual partition
     * @return milliseconds since 1970, or {@link Long#MAX_VALUE} if no row waits
     */
    long earliestDueMs(int partition);

    /**
     * Handles every row that is due: forwards its result and removes the row, so that {@link #earliestDueMs} is later
     * than {@code streamTimeMs} afterwards. All this is work of the open epoch.
     *
     * <p>What this throws is put before the processing exception handler. If that goes on, the lane calls this again
     * while rows are due, so an exception that is due to a row must leave the row removed, with those handled before
     * it.
     *
     * @param partition the virtual partition
     * @param streamTimeMs the complete-epoch clock, in milliseconds since 1970
     */
    void onDue(int partition, long streamTimeMs);
}
