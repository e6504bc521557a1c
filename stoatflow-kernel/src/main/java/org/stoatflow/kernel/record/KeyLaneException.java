package org.stoatflow.kernel.record;

import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.streams.errors.StreamsException;

/**
 * User code did something in a stage by key that gives right results only in a stage by partition. This is an error of
 * the application and not of a record, so no handler is asked.
 */
public final class KeyLaneException extends StreamsException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    public KeyLaneException(String message) {
        super(message);
    }
}
