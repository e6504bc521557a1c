package org.stoatflow.streams.query;

/** In which order a query gives what it finds. */
public enum ResultOrder {
    /** In any order. */
    ANY,
    /** From the smallest to the greatest. */
    ASCENDING,
    /** From the greatest to the smallest. */
    DESCENDING
}
