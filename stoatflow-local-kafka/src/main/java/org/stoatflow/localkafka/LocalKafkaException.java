package org.stoatflow.localkafka;

/**
 * A local cluster did not do what was asked within its bound. The message says what was waited for and where the log
 * is.
 */
public class LocalKafkaException extends RuntimeException {

    LocalKafkaException(String message) {
        super(message);
    }

    LocalKafkaException(String message, Throwable cause) {
        super(message, cause);
    }
}
