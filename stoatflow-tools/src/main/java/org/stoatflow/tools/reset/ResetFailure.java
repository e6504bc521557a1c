package org.stoatflow.tools.reset;

import org.jspecify.annotations.Nullable;

/** The reset cannot go on. The message says why, where, and what to do. */
final class ResetFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResetFailure(String message) {
        super(message);
    }

    ResetFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
