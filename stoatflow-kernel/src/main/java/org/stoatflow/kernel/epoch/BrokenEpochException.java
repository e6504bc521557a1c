package org.stoatflow.kernel.epoch;

/**
 * What can never be has been seen in an epoch: its counters cannot be trusted any more, so it must not be committed.
 * The listener of the epoch has been told before this is thrown, since user code may stand between the thrower and the
 * root of its thread, and may catch it.
 */
public final class BrokenEpochException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    BrokenEpochException(String message) {
        super(message);
    }
}
