package org.stoatflow.kernel.error;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Closes things of which each is closed whatever the others throw. User code may throw anything, such as an {@code
 * Error} while its classes are unloaded, or a checked exception that another language does not declare. One thread.
 */
public final class FirstFailure {
    private @Nullable Throwable first;

    /** Closes one of them. What it throws is kept: the first as it is, the others with it. */
    public void close(Runnable one) {
        try {
            one.run();
        } catch (Throwable failure) {
            if (first == null) {
                first = failure;
            } else {
                first.addSuppressed(failure);
            }
        }
    }

    /**
     * Throws what was thrown first, if anything was.
     *
     * @throws StreamsException instead of a checked exception
     */
    public void rethrow() {
        switch (first) {
            case null -> {}
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case Throwable failure ->
                throw new StreamsException("A processor could not be closed: " + failure.getMessage(), failure);
        }
    }
}
