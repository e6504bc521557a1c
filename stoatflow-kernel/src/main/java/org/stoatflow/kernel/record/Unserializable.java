package org.stoatflow.kernel.record;

import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;

/** A serializer threw. This exception is checked, so that each caller of a serializer asks the handler. */
public final class Unserializable extends Exception {
    private static final long serialVersionUID = 1L;

    private final SerializationExceptionOrigin origin;
    private final Exception failure;

    Unserializable(SerializationExceptionOrigin origin, Exception failure) {
        super(failure);
        this.origin = origin;
        this.failure = failure;
    }

    public SerializationExceptionOrigin origin() {
        return origin;
    }

    /** The exception that the serializer threw. */
    public Exception failure() {
        return failure;
    }
}
