package org.stoatflow.localkafka;

/** A broker ended at start because another process holds its port; with ports of our choice, others are tried. */
final class PortTakenException extends LocalKafkaException {

    PortTakenException(String message) {
        super(message);
    }
}
