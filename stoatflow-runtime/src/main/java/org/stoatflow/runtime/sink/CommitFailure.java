package org.stoatflow.runtime.sink;

import java.util.Optional;
import org.stoatflow.streams.errors.StreamsException;

/**
 * An epoch could not be committed. The failure says why, and whether it is certain that nothing of the epoch took
 * effect.
 */
public final class CommitFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeKnown;
    private boolean decided;

    CommitFailure(String message, Throwable cause, boolean outcomeKnown) {
        super(message, cause);
        this.outcomeKnown = outcomeKnown;
    }

    /** The same, with who has decided so. */
    CommitFailure decidedBy(SendFailureHandler.Decision.Failed decision) {
        decided = decision.isVerdict();
        return this;
    }

    /** Whether a handler has said that a record fails, or has failed itself: another attempt would ask it again. */
    public boolean isDecided() {
        return decided;
    }

    /** The same with the reason why the transaction could not be aborted, which the next run's initialising will do. */
    CommitFailure with(Optional<RuntimeException> notAborted) {
        notAborted.ifPresent(this::addSuppressed);
        return this;
    }

    /** True if the epoch is certainly not committed; false if the commit was called and no answer came. */
    public boolean isOutcomeKnown() {
        return outcomeKnown;
    }
}
