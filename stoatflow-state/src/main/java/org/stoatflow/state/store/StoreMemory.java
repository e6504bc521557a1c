package org.stoatflow.state.store;

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

    /** Forgets everything, since all writes that were not applied are dropped. */
    void forget();
}
