package org.stoatflow.simulation;

import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/** The state of a process that may die before or after a write, and which tells of each. */
final class MortalState extends PassingState {
    private final Crash crash;
    private final Incarnation.StateWatch watch;

    MortalState(StateEngine delegate, Crash crash, Incarnation.StateWatch watch) {
        super(delegate);
        this.crash = crash;
        this.watch = watch;
    }

    @Override
    public void apply(StateBatch batch) {
        write(() -> super.apply(batch));
    }

    @Override
    public void wipe(int storeId, int partition) {
        write(() -> super.wipe(storeId, partition));
    }

    private void write(Runnable write) {
        try {
            crash.pass(Crash.Door.APPLY, () -> {
                write.run();
                watch.onWrite();
            });
        } catch (Violation violation) { // the engine takes it for a failure, and goes on
            watch.onViolation(violation);
            throw violation;
        }
    }
}
