package org.stoatflow.kernel.batch;

import org.stoatflow.kernel.epoch.Epoch;

/** What one lane sends over a hop. Owner: the lane's thread. */
public interface HopSender {
    /** The epoch of which records are from now on. */
    void begin(Epoch epoch);

    /**
     * Takes a record, whose virtual partition is decided.
     *
     * @param hash of its key, 0 for none
     */
    void send(HopRecord record, int hash);

    /** The work that sends is done: nothing is kept back any more, nor the epoch. */
    void handOver();
}
