package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/** A processor could not be made or prepared. Its cause is the exception from the user's code. */
public final class InitFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public InitFailedException(String processor, Throwable cause) {
        this(cause, "Processor " + processor + " could not be initialised: " + cause.getMessage());
    }

    private InitFailedException(Throwable cause, String message) {
        super(message, cause);
    }

    /** A processor could not be made. */
    public static InitFailedException ofSupplier(String processor, Throwable cause) {
        return new InitFailedException(
                cause, "The supplier of processor " + processor + " has failed: " + cause.getMessage());
    }

    /** The failure as users get it: with the type that Kafka Streams uses. */
    public StreamsException told() {
        return new StreamsException(getMessage(), getCause());
    }
}
