package org.stoatflow.restore;

/**
 * What a topic partition holds now.
 *
 * @param begin the log's first offset
 * @param committedEnd the offset after the last record that a {@code read_committed} reader may see (the last stable
 *     offset), listed after the application's transactional ids were initialised, so that no transaction of a dead
 *     instance holds it back
 */
public record LogRange(long begin, long committedEnd) {
    /** Checks the order. */
    public LogRange {
        if (begin > committedEnd) {
            throw new IllegalArgumentException("begin=" + begin + " is after committedEnd=" + committedEnd);
        }
    }
}
