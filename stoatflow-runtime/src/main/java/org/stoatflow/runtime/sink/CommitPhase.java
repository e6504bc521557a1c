package org.stoatflow.runtime.sink;

/** The phases of a commit, in their order. */
public enum CommitPhase {
    /** Sending output and changelog records, until the brokers have acknowledged all of them. */
    SENDING,
    /** Adding the source offsets to the transaction; exactly-once only. */
    ADDING_OFFSETS,
    /** Committing the transaction; exactly-once only. */
    COMMITTING,
    /** Writing to the state. */
    APPLYING
}
