package org.stoatflow.runtime.program;

import org.jspecify.annotations.Nullable;

/** The command line asks for something that does not exist. The message is one sentence for the person who typed it. */
public final class BadArgument extends Exception {
    private static final long serialVersionUID = 1L;

    public BadArgument(String message) {
        super(message);
    }

    public BadArgument(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
