package org.stoatflow.runtime.sink;

/** What a committer tells of, to be counted. */
public enum CommitEvent {
    /** An attempt to send and commit an epoch has failed; there may be another. */
    ABORTED,
    /** A dead letter was not written. */
    LETTER_LOST
}
