package org.stoatflow.streams.query;

/** Why a query of one partition of a store has failed. */
public enum FailureReason {
    /** The store does not know queries of this type. */
    UNKNOWN_QUERY_TYPE,
    /** The query asks for the store that is worked with, and this instance has a copy. */
    NOT_ACTIVE,
    /** The store has not taken up all that the query asks for. It may be tried again. */
    NOT_UP_TO_BOUND,
    /** This instance does not have the partition. */
    NOT_PRESENT,
    /** No instance has the partition. */
    DOES_NOT_EXIST,
    /** The store threw an exception. */
    STORE_EXCEPTION
}
