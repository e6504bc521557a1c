package org.stoatflow.runtime.cluster;

import org.stoatflow.streams.errors.StreamsException;

/** An owner before has left records that this application cannot process, and must not pass by in silence. */
public final class LeftoverException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public LeftoverException(String message) {
        super(message);
    }
}
