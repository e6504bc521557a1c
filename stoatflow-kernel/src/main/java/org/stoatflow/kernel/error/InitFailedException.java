package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/** A processor could not be prepared. Its cause is the exception from the user's code. */
public final class InitFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public InitFailedException(String processor, Throwable cause) {
        super("Processor " + processor + " could not be initialised: " + cause.getMessage(), cause);
    }
}
