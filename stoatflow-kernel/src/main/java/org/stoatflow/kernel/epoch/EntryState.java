package org.stoatflow.kernel.epoch;

/** How far an entry has come in an epoch. It goes one way, in this order. */
public enum EntryState {
    /** More work may come from outside or from upstream, until everything upstream is complete. */
    OPEN,
    /** Nothing more comes; what has come is being processed, until the counter is at zero. */
    CLOSED,
    /** Nothing is outstanding, and nothing will be. */
    COMPLETE
}
