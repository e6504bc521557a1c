package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.streams.errors.StreamsException;

/** A lane could not process a record. The message says which record, and where. The record's epoch must be aborted. */
public final class LaneFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the failure. If a handler has decided that the record fails, {@code failure} is the handler's verdict, and
     * its cause is what the record has caused.
     *
     * @param where place, in words that follow the lane's name in the message
     */
    static LaneFailure of(String lane, @Nullable String node, String where, Throwable failure) {
        Throwable cause = failure instanceof HandlerFailedException ? failure.getCause() : null;
        return new LaneFailure(
                "Processing failed in " + lane + ", node " + node + ", " + where + ": "
                        + (cause == null ? failure : failure.getMessage()),
                cause == null ? failure : cause);
    }

    private LaneFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
