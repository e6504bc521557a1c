package org.stoatflow.kernel.record;

import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.streams.errors.StreamsException;

/** Ends the processing of a record that is to be rolled back and run again. The exception passes all nodes above. */
public final class RetryRequest extends StreamsException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    RetryRequest(String node, Exception failure) {
        super("The record is to be run again after " + failure + " in " + node, failure);
    }
}
