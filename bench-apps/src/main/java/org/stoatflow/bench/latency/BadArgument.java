package org.stoatflow.bench.latency;

/** The command line, or a file, asks for something that does not exist; the message says what. */
final class BadArgument extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadArgument(String message) {
        super(message);
    }
}
