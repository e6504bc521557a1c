package org.stoatflow.kernel.lane;

import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;

/** Handlers that leave each failed record out. */
final class Continuing {
    static final ErrorHandling HANDLERS = after(RetryPolicy.NEVER);

    private Continuing() {}

    /** The same, once a record has been run again as often as the policy says. */
    static ErrorHandling after(RetryPolicy retries) {
        return new ErrorHandling(
                LogAndContinueExceptionHandler::new,
                LogAndContinueProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                retries,
                1);
    }
}
