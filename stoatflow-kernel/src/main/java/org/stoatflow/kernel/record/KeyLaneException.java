package org.stoatflow.kernel.record;

import org.stoatflow.streams.errors.StreamsException;

/**
 * User code did, in a stage that runs by key, what only a stage by partition does right. It is the application's error
 * and not a record's: no handler is asked.
 */
public final class KeyLaneException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public KeyLaneException(String message) {
        super(message);
    }
}
