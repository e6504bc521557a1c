package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/** A processor could not be prepared. Its cause is the exception from the user's code. */
public final class InitFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public InitFailedException(String processor, Throwable cause) {
        super("Processor " + processor + " could not be initialised: " + cause.getMessage(), cause);
    }

    /** The failure as users get it: with the type that Kafka Streams uses. */
    public StreamsException told() {
        return new StreamsException(getMessage(), getCause());
    }
}
