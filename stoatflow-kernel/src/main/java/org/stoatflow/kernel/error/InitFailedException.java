package org.stoatflow.kernel.error;

import org.stoatflow.streams.errors.StreamsException;

/** A processor could not be made or prepared. Its cause is the exception from the user's code. */
public final class InitFailedException extends StreamsException {
    private static final long serialVersionUID = 1L;

    private InitFailedException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }

    /** A processor could not be made. */
    public static InitFailedException ofSupplier(String processor, Throwable cause) {
        return new InitFailedException("The supplier of processor " + processor + " has failed", cause);
    }

    /** A processor could not be prepared. */
    public static InitFailedException ofInit(String processor, Throwable cause) {
        return new InitFailedException("Processor " + processor + " could not be initialised", cause);
    }

    /** The failure as users get it: with the type that Kafka Streams uses. */
    public StreamsException told() {
        return new StreamsException(getMessage(), getCause());
    }
}
