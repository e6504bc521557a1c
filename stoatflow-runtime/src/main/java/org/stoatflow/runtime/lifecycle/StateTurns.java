package org.stoatflow.runtime.lifecycle;

import org.stoatflow.runtime.run.WriteLeases;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.WriteLease;

/**
 * Whose turn it is to work on the state: that of one standby, recovery, restore or run, one after the other. What was
 * left behind of the one before may still be at work, and the next one begins only behind it. Owner: the dispatcher's
 * thread.
 */
final class StateTurns {
    private final Environment environment;
    private final WriteLeases leases;
    private RecoverySteps last; // what was begun last, which may go on

    StateTurns(Environment environment, WriteLeases leases) {
        this.environment = environment;
        this.leases = leases;
        this.last = new RecoverySteps(environment);
    }

    /**
     * Whether nothing of a turn before goes on: nothing writes to the state, and no step is done beside. The caller
     * asks again until it is true.
     */
    boolean isQuiet() {
        return last.hasEnded() && leases.end();
    }

    /** The steps of the next turn, to be filled by the caller, once all is quiet. */
    RecoverySteps begin() {
        RecoverySteps begun = new RecoverySteps(environment);
        last = begun;
        return begun;
    }

    /** The right to write, for the turn that goes on. */
    WriteLease write(StateEngine state) {
        return leases.begin(state);
    }

    /**
     * Ends what goes on, at the end of the application: a step may be left of a turn that was given up.
     *
     * @param waitNs how long to wait for its end
     */
    void stop(long waitNs) {
        last.stop(waitNs);
    }
}
