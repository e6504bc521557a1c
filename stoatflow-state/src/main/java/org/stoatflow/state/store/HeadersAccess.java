package org.stoatflow.state.store;

/** A store whose values have headers. */
public interface HeadersAccess extends TimestampsAccess {
    /**
     * Whether headers are read as they were put.
     *
     * @return false where the rows have no room for headers
     */
    boolean keepsHeaders();
}
