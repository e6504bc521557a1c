package org.stoatflow.runtime.global;

import org.stoatflow.streams.errors.StreamsException;

/** Global stores cannot be followed any more. The application ends, since nothing else writes them. */
public final class GlobalFailure extends StreamsException {
    private static final long serialVersionUID = 1;

    private final Throwable cause;

    public GlobalFailure(Throwable cause) {
        super(
                "The global stores are not followed any more, so the application ends; start it again once the cause"
                        + " is mended: " + cause.getMessage(),
                cause);
        this.cause = cause;
    }

    /** What the start throws. */
    public StreamsException asOfStart() {
        return cause instanceof StreamsException known
                ? known
                : new StreamsException("The global stores cannot be loaded: " + cause.getMessage(), cause);
    }

    /** What has ended the following; the uncaught-exception handler is told of it. */
    public Throwable reason() {
        return cause;
    }
}
