package org.stoatflow.state.store;

/** A store whose values have timestamps for its users. */
public interface TimestampsAccess {
    /**
     * Whether timestamps are read as they were put.
     *
     * @return false where the rows have no room for timestamps, and where values have none
     */
    boolean keepsTimestamps();
}
