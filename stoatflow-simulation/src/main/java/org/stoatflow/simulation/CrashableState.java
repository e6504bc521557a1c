package org.stoatflow.simulation;

import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/** The state of a process that may die before or after a write. The listener is told of each write. */
final class CrashableState extends DelegatingState {
    private final Crash crash;
    private final InstanceProcess.StateListener listener;

    CrashableState(StateEngine delegate, Crash crash, InstanceProcess.StateListener listener) {
        super(delegate);
        this.crash = crash;
        this.listener = listener;
    }

    @Override
    public void apply(StateBatch batch) {
        write(() -> {
            super.apply(batch);
            if (batch.isAllCurrent()) {
                listener.onCurrent(batch.nowMs());
            }
        });
    }

    @Override
    public void wipe(int storeId, int partition) {
        write(() -> super.wipe(storeId, partition));
    }

    private void write(Runnable write) {
        try {
            crash.pass(Crash.OutsideCall.APPLY, () -> {
                listener.beforeWrite();
                write.run();
                listener.onWrite();
            });
        } catch (Violation violation) { // the engine takes a violation for a failure, and goes on
            listener.onViolation(violation);
            throw violation;
        }
    }
}
