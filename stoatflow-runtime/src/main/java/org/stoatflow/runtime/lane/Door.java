package org.stoatflow.runtime.lane;

import org.jspecify.annotations.Nullable;

/** The far side of an entry in one lane: takes a batch's records into the stage. Owner: the lane's thread. */
interface Door {
    /** Processes the record at {@code index} and everything downstream of it within the stage. */
    void process(Batch batch, int index);

    /** The key of a record as messages show it; any thread. */
    String keyText(byte @Nullable [] key);
}
