package org.stoatflow.runtime.sink;

/** What a commit consists of. Their order is that in which they follow each other. */
public enum CommitPhase {
    /** Sending output and changelog records, until all are acknowledged. */
    SENDING,
    /** Adding the source offsets to the transaction; exactly-once only. */
    ADDING_OFFSETS,
    /** Committing the transaction; exactly-once only. */
    COMMITTING,
    /** Writing to the state. */
    APPLYING
}
