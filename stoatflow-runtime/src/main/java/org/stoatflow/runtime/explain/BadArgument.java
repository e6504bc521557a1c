package org.stoatflow.runtime.explain;

/** The command line asks for what there is not; the message is one sentence for its author. */
final class BadArgument extends Exception {
    private static final long serialVersionUID = 1L;

    BadArgument(String message) {
        super(message);
    }

    BadArgument(String message, Throwable cause) {
        super(message, cause);
    }
}
