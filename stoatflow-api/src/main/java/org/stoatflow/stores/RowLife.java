package org.stoatflow.stores;

/** What ends the life of a row in a store, beside its deletion. */
public enum RowLife {
    /** Nothing. */
    UNTIL_DELETED,
    /** The row leaves by the stream time of the whole partition. */
    BY_TIME,
    /** The row leaves where others of the whole partition were used later. */
    BY_USE
}
