package org.stoatflow.state;

/**
 * How far the rows of one store partition follow its changelog.
 *
 * @param nextOffset the changelog offset of the first record that is not in the rows
 * @param ownEnd where the changelog ends if nobody but the writer of this position has written to it since: behind the
 *     transaction markers (and aborted records) that the writer knows to stand at or after {@code nextOffset}. Offsets
 *     are never given twice, so a log that ends here has no record that the rows miss, also where compaction has
 *     removed some
 * @param appliedAtMs a time, in milliseconds since 1970, at which the rows were complete up to the end of the changelog
 *     (or, while a rebuild from the start of the log goes on, at which that rebuild began). From then on for the
 *     topic's {@code delete.retention.ms}, no tombstone at or after {@code nextOffset} can have been compacted away;
 *     later, reading on from {@code nextOffset} might miss one and keep a deleted row.
 */
public record ChangelogPosition(long nextOffset, long ownEnd, long appliedAtMs) {
    private static final long NOWHERE = -1;

    /** Checks the order. */
    public ChangelogPosition {
        if (ownEnd < nextOffset) {
            throw new IllegalArgumentException("ownEnd=" + ownEnd + " is before nextOffset=" + nextOffset);
        }
    }

    /**
     * A position behind which nothing of the writer's own is to come.
     *
     * @param nextOffset the changelog offset of the first record that is not in the rows
     * @param appliedAtMs when the rows were complete
     */
    public ChangelogPosition(long nextOffset, long appliedAtMs) {
        this(nextOffset, nextOffset, appliedAtMs);
    }

    /**
     * What stands in the place of a position while a rebuild has come to none yet, and may have rows already: they are
     * those of the changelog, but nobody knows of which part.
     *
     * @param begunAtMs when the rebuild began
     */
    public static ChangelogPosition begun(long begunAtMs) {
        return new ChangelogPosition(NOWHERE, begunAtMs);
    }

    /** Whether a rebuild was begun, and has come to no position. */
    public boolean isBegunOnly() {
        return nextOffset == NOWHERE;
    }

    /**
     * This position where it was said later that the rows are at the end of the changelog. What was said last counts,
     * and not the greater of both times: a clock that was ahead once would be believed for ever.
     */
    public ChangelogPosition confirmedAt(long currentAtMs) {
        return new ChangelogPosition(nextOffset, ownEnd, currentAtMs);
    }
}
