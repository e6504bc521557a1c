package org.stoatflow.kernel.epoch;

/** How far an entry has come in an epoch. An entry passes through the states in this order. */
public enum EntryState {
    /** More work may come, until the epoch is cut and every entry directly upstream is complete. */
    OPEN,
    /** No more work comes. Lanes process the outstanding work, until the counter is zero. */
    CLOSED,
    /** No work is outstanding, and none will be. */
    COMPLETE
}
