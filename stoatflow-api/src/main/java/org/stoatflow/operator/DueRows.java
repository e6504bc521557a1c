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
    /** No stream time is later: what {@link #dueAfterMs} says where no row waits, or none can become due. */
    long NEVER = Long.MAX_VALUE;

    /** No rows: for an operator whose rows another operator of its group handles. */
    DueRows NONE = new DueRows() {
        @Override
        public long latestMs(int partition) {
            return -1;
        }

        @Override
        public long dueAfterMs(int partition) {
            return NEVER;
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
     * The stream time behind which a row is due. The lane asks before the first record, and whenever rows may have
     * changed. Times are those before, and not those of, what becomes due: each number is a stream time that a record
     * can bring, and no stream time is behind the greatest of them.
     *
     * @param partition the virtual partition
     * @return milliseconds since 1970, -1 where a row is due at any stream time, or {@link #NEVER}
     */
    long dueAfterMs(int partition);

    /**
     * Handles every row that is due: forwards its result and removes the row, so that {@code streamTimeMs} is not
     * behind {@link #dueAfterMs} afterwards. All this is work of the open epoch.
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
