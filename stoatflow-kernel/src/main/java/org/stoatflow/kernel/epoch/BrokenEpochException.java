package org.stoatflow.kernel.epoch;

import org.stoatflow.kernel.error.PassesHandlers;

/**
 * A thread has seen a state of an epoch that a correct engine never reaches. The epoch's counters cannot be trusted any
 * more, so it must not be committed. The epoch tells its listener before this exception is thrown, since user code on
 * the stack may catch the exception.
 */
public final class BrokenEpochException extends IllegalStateException implements PassesHandlers {
    private static final long serialVersionUID = 1L;

    BrokenEpochException(String message) {
        super(message);
    }
}
