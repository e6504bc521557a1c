package org.stoatflow.runtime.sink;

import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;

/**
 * What a committer commits to, and with, under either guarantee.
 *
 * @param state what is committed is applied to it
 * @param budget gets back the bytes of what is applied
 * @param cadence learns how long commits take
 * @param errors what becomes of records that are refused
 * @param listener hears of commits
 */
public record CommitContext(
        StateEngine state,
        StreamClocks clocks,
        Budget budget,
        Cadence cadence,
        Clock clock,
        ErrorHandling errors,
        CommitListener listener) {}
