package org.stoatflow.runtime.sink;

/** What a committer is doing until its next step. */
public enum CommitterState {
    /** Waiting for a complete epoch; at-least-once, between rounds. */
    IDLE,
    /** Sending, until every callback has come back; exactly-once, in an open transaction. */
    SENDING,
    /** Adding the offsets of the cut to the transaction. */
    ADDING_OFFSETS,
    /** Waiting to hear of the group's new generation, with no transaction open, before the epoch is sent again. */
    AWAITING_GROUP,
    /** Asking for the commit. From here on the outcome may be unknown. */
    COMMITTING,
    /** Writing to the state what the transaction has committed. */
    APPLYING
}
