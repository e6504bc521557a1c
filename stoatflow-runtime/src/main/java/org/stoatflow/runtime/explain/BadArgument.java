package org.stoatflow.runtime.explain;

import org.jspecify.annotations.Nullable;

/** The command line asks for something that does not exist. The message is one sentence for the person who typed it. */
final class BadArgument extends Exception {
    private static final long serialVersionUID = 1L;

    BadArgument(String message) {
        super(message);
    }

    BadArgument(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
