package org.stoatflow.kernel.chain;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.record.RecordPlace;

/** The far side of an entry in one lane: takes a batch's records into the stage. Owner: the lane's thread. */
public interface EntryInput {
    /** Processes the record at {@code index} and everything downstream of it within the stage. */
    void process(Batch batch, int index);

    /** Tells the epoch of a batch what was found out about its records; before the batch's counter is lowered. */
    default void tell(Epoch epoch) {}

    /** Where a record of the batch came from; any thread. */
    RecordPlace place(Batch batch, int index);

    /** The key of a record as messages show it; any thread. */
    String keyText(byte @Nullable [] key);
}
