package org.stoatflow.examples.demo;

import org.jspecify.annotations.Nullable;

/** The demo cannot go on; the message says why. */
final class DemoFailure extends Exception {
    DemoFailure(String message) {
        this(message, null);
    }

    DemoFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
