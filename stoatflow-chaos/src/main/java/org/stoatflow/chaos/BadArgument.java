package org.stoatflow.chaos;

/** The command line asks for what there is not; the message is one sentence for its author. */
final class BadArgument extends Exception {
    BadArgument(String message) {
        super(message);
    }
}
