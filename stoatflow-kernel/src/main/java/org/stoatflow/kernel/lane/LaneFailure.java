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

    /**
     * The failure as users get it: with the type that Kafka Streams would use, and with our message, which says where
     * it happened. An error of the virtual machine is given as it is.
     */
    public Throwable told() {
        Throwable cause = getCause();
        if (cause instanceof Error) {
            return cause;
        }
        if (cause != null && cause.getClass() == StreamsException.class) {
            cause = cause.getCause() == null ? cause : cause.getCause();
        }
        return new StreamsException(getMessage(), cause);
    }

    private LaneFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
