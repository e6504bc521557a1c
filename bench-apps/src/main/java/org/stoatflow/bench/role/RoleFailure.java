package org.stoatflow.bench.role;

import org.jspecify.annotations.Nullable;

/** A part of a measurement did not start, end, answer or do its work. */
public class RoleFailure extends Exception {
    public RoleFailure(String message) {
        this(message, null);
    }

    public RoleFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
