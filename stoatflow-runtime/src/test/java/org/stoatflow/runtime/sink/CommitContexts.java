package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.function.Supplier;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** Makes what a committer works with, without clocks and bounds. */
final class CommitContexts {
    private CommitContexts() {}

    /** With a state, and handlers that fail. */
    static CommitContext of(StateEngine state) {
        return of(state, ErrorHandling.FAILING);
    }

    /** With an empty state, and a handler for records that are refused. */
    static CommitContext asking(Supplier<ProductionExceptionHandler> handler, int sendAttemptsMax) {
        return of(
                StateEngines.inMemory(List.of()),
                new ErrorHandling(
                        LogAndFailExceptionHandler::new,
                        LogAndFailProcessingExceptionHandler::new,
                        handler,
                        RetryPolicy.NEVER,
                        sendAttemptsMax));
    }

    private static CommitContext of(StateEngine state, ErrorHandling errors) {
        return new CommitContext(
                state,
                StreamClocks.none(),
                new Budget(Long.MAX_VALUE, () -> {}),
                new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                Clock.SYSTEM,
                errors,
                CommitListener.NONE);
    }
}
