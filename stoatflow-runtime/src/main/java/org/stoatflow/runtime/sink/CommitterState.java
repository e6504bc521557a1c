package org.stoatflow.runtime.sink;

/** What a committer is doing until its next step. */
public enum CommitterState {
    /** Waiting for a complete epoch; at-least-once, between rounds. */
    IDLE,
    /** Sending, until every callback has come back; exactly-once, in an open transaction. */
    SENDING,
    /** Adding the offsets of the cut to the transaction. */
    ADDING_OFFSETS,
    /** The group has a new generation; waiting to hear of it, with nothing open, before the epoch is sent again. */
    AWAITING_GROUP,
    /** Asking for the commit; from here on the outcome may be unknown. */
    COMMITTING,
    /** The transaction is committed; writing it to the state. */
    APPLYING
}
