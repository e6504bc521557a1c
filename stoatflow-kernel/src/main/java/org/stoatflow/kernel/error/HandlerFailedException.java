package org.stoatflow.kernel.error;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.StreamsException;

/**
 * A processing handler has decided that the record fails, or a handler has failed itself. The exception passes all
 * nodes above, which ask no other handler. Its cause is the exception from the user's code.
 */
public final class HandlerFailedException extends StreamsException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    private final @Nullable String callback;

    public HandlerFailedException(String message, Throwable cause) {
        this(message, cause, null);
    }

    private HandlerFailedException(String message, Throwable cause, @Nullable String callback) {
        super(message, cause);
        this.callback = callback;
    }

    /**
     * A handler has thrown, or has given no answer.
     *
     * @param kind which handler: {@code "processing"}, {@code "deserialization"} or {@code "production"}
     */
    static HandlerFailedException ofCallback(String kind, Exception thrown) {
        String text = "Fatal user code error in " + kind + " error callback";
        return new HandlerFailedException(text + ": " + thrown, thrown, text);
    }

    /** All that Kafka Streams says where a handler itself has failed; null where a handler has decided. */
    public @Nullable String callback() {
        return callback;
    }
}
