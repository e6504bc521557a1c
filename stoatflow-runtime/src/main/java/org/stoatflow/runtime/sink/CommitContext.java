package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;

/**
 * What a committer works with under either guarantee.
 *
 * @param state the committer applies to it what is committed
 * @param budget gets back the bytes of what is applied
 * @param cadence learns how long commits take
 * @param errors the handlers that decide about refused records
 * @param listener hears of commits
 */
public record CommitContext(
        StateEngine state,
        StreamClocks clocks,
        Budget budget,
        Cadence cadence,
        Clock clock,
        ErrorHandling errors,
        CommitListener listener) {
    /**
     * Begins to apply what is committed.
     *
     * @param ownedAtMs a time at which the partitions were certainly ours
     */
    EpochWrites writes(long ownedAtMs) {
        return new EpochWrites(state, clocks, budget, ownedAtMs);
    }
}
