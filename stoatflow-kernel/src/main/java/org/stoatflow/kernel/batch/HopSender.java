package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.epoch.Epoch;

/** Sends the records of one lane over a hop. Owner: the lane's thread. */
public interface HopSender {
    /** Sets the epoch to which records belong from now on. */
    void begin(Epoch epoch);

    /**
     * Takes a record whose virtual partition is decided.
     *
     * @param hash hash of the record's key, 0 for none
     */
    void send(HopRecord record, int hash);

    /** Ends the work that sends: the sender hands over every batch that it still has, and forgets the epoch. */
    void handOver();
}
