package org.stoatflow.chaos;

import org.jspecify.annotations.Nullable;

/** Something went wrong that no fault explains; the message says what. */
final class ChaosFailure extends RuntimeException {
    ChaosFailure(String message) {
        this(message, null);
    }

    ChaosFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
