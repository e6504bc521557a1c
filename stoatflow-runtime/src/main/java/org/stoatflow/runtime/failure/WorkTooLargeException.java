package org.stoatflow.runtime.failure;

import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.errors.StreamsException;

/**
 * One record, one punctuation, or the {@code init()} of one lane's processors, makes more than an epoch may hold. It
 * would do so again, however little is handed out beside it.
 */
public final class WorkTooLargeException extends StreamsException {
    private static final long serialVersionUID = 1L;

    public WorkTooLargeException(StreamsException failure) {
        super(
                failure.getMessage()
                        + ". Under exactly_once_v2 all that one record, punctuation or init() of a lane makes is"
                        + " committed together, and is kept in memory until then. Raise "
                        + StoatflowConfig.EPOCH_HEAP_SHARE.key()
                        + " or the heap, make less of it at once, or run under at_least_once, where output is sent"
                        + " while the record is being processed",
                failure);
    }
}
