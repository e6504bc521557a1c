package org.stoatflow.state;

/**
 * How far the rows of one store partition follow its changelog.
 *
 * @param nextOffset the changelog offset of the first record that is not in the rows
 * @param appliedAtMs a time, in milliseconds since 1970, at which the rows were complete up to the end of the changelog
 *     (or, while a rebuild from the start of the log goes on, at which that rebuild began). From then on for the topic's
 *     {@code delete.retention.ms}, no tombstone at or after {@code nextOffset} can have been compacted away; later, reading
 *     on from {@code nextOffset} might miss one and keep a deleted row.
 */
public record ChangelogPosition(long nextOffset, long appliedAtMs) {
    /** This position where the application as a whole was at the end of its changelogs at some time, maybe later. */
    ChangelogPosition confirmedAt(final long allCurrentAtMs) {
        return allCurrentAtMs > appliedAtMs ? new ChangelogPosition(nextOffset, allCurrentAtMs) : this;
    }
}
