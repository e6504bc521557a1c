package org.stoatflow.kernel.chain;

import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.record.RecordPlace;

/** The input of an entry in one lane: takes a batch's records into the stage. Owner: the lane's thread. */
public interface EntryInput {
    /** Processes the record at {@code index}, and everything that it causes downstream within the stage. */
    void process(Batch batch, int index);

    /**
     * Tells the epoch of a batch what the input has observed of the batch's records. Called before the counter is
     * lowered.
     */
    default void tell(Epoch epoch) {}

    /** Returns where a record of the batch came from. Any thread. */
    RecordPlace place(Batch batch, int index);

    /** Returns the key of a record as messages show it. Any thread. */
    String keyText(SampledKey key);
}
