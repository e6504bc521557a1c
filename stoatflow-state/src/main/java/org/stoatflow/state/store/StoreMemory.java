package org.stoatflow.state.store;

import java.util.function.IntToLongFunction;

/** A store that remembers more than its rows, such as the time that it has reached. Thread: the lane's. */
public interface StoreMemory {
    /** Begins a savepoint, beside that of the rows. */
    void save();

    /** What is remembered since {@link #save} stays. */
    void release();

    /** Takes back what is remembered since {@link #save}. */
    void rollback();

    /**
     * The writes are about to be sealed: the last chance to add to them.
     *
     * @param newestEpoch the newest epoch that has records among those that were processed
     * @param doneEpoch the newest epoch that all lanes of the stage are through, with all before it, when the writes
     *     are applied; less than any epoch where this is not known
     */
    void seal(long newestEpoch, long doneEpoch);

    /**
     * Sets a time that what has expired does not go beyond, for a store whose puts come in no order. Nothing expires in
     * a store that ignores it.
     *
     * @param boundMs of each virtual partition, in milliseconds since 1970
     */
    default void boundBy(IntToLongFunction boundMs) {}

    /**
     * Sets from where a store goes on that numbers its writes. It asks before the first write to a partition, and again
     * after {@link #forget}.
     *
     * @param written how many records the changelog of each virtual partition has had at least, up to the rows
     */
    default void numberFrom(IntToLongFunction written) {}

    /** Forgets everything, since all writes that were not applied are dropped. */
    void forget();
}
