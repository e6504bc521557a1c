package org.stoatflow.restore;

/**
 * What a topic partition holds now.
 *
 * @param begin the log's first offset
 * @param end the offset after the last record, committed or not (the high watermark). A transaction that its owner has
 *     left open, or whose markers are still to be written, may hold the last stable offset back behind records that are
 *     committed; a reader of committed records that has come to this end has seen the outcome of each
 */
public record LogRange(long begin, long end) {
    /** Checks the order. */
    public LogRange {
        if (begin > end) {
            throw new IllegalArgumentException("begin=" + begin + " is after end=" + end);
        }
    }
}
