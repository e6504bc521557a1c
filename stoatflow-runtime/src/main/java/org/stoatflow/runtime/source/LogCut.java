package org.stoatflow.runtime.source;

/**
 * A source partition's log does not have an offset any more that it had: its end was lost, or its start was deleted.
 *
 * @param wasAt the offset at which the consumer would have gone on
 * @param goesOnAt where it goes on instead
 */
public record LogCut(long wasAt, long goesOnAt) {
    /** Where a run begins that would have begun at an offset before the log was cut. */
    public long begin(long before) {
        return isStartThere() ? Math.min(before, goesOnAt) : goesOnAt;
    }

    /** Whether the end was lost, and what is before {@link #goesOnAt} can be read again. */
    private boolean isStartThere() {
        return goesOnAt < wasAt;
    }
}
