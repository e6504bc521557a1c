package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.streams.errors.StreamsException;

/** A record could not be processed; says which, and where. The epoch it belongs to must be aborted. */
public final class LaneFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Where a handler has decided, what was thrown is its verdict, and the cause is the record's.
     *
     * @param where in a sentence, after "Processing failed in"
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
