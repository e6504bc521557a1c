package org.stoatflow.operator;

/**
 * The rows that one operator holds in one lane until stream time comes to them. The lane calls these methods, with the
 * operator's stores at the virtual partition of the argument.
 *
 * <p>Only rows that the lane owns count, see {@link OperatorClock#owns}.
 */
public interface DueRows {
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
     * @param partition the virtual partition
     * @param streamTimeMs the complete-epoch clock, in milliseconds since 1970
     */
    void onDue(int partition, long streamTimeMs);
}
