package org.stoatflow.kernel.lane;

import org.stoatflow.streams.errors.StreamsException;

/** A record could not be processed; says which, and where. The epoch it belongs to must be aborted. */
public final class LaneFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    LaneFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
