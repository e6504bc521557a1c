package org.stoatflow.streams.errors;

/**
 * No broker could be found. Nothing throws it.
 *
 * @deprecated as in Kafka Streams, where nothing throws it either
 */
@Deprecated
public class BrokerNotFoundException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     */
    public BrokerNotFoundException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param throwable the cause
     */
    public BrokerNotFoundException(String message, Throwable throwable) {
        super(message, throwable);
    }

    /**
     * Creates the exception.
     *
     * @param throwable the cause
     */
    public BrokerNotFoundException(Throwable throwable) {
        super(throwable);
    }
}
