package org.stoatflow.restore;

/**
 * What a topic partition holds now.
 *
 * @param begin the log's first offset
 * @param end the offset after the last record, committed or not (the high watermark). The last stable offset may be
 *     lower although records beyond it are committed: a transaction whose owner has left it open, or whose markers are
 *     not written yet, holds it back. A reader of committed records that has come to this end has seen the outcome of
 *     each transaction
 */
public record LogRange(long begin, long end) {
    /** Checks the order. */
    public LogRange {
        if (begin > end) {
            throw new IllegalArgumentException("begin=" + begin + " is after end=" + end);
        }
    }
}
