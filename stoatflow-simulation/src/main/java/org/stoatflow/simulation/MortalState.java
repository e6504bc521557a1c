package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/** The state of a process that may die before or after a write, and which tells of each. */
final class MortalState implements StateEngine {
    private final StateEngine delegate;
    private final Crash crash;
    private final Incarnation.StateWatch watch;

    MortalState(StateEngine delegate, Crash crash, Incarnation.StateWatch watch) {
        this.delegate = delegate;
        this.crash = crash;
        this.watch = watch;
    }

    @Override
    public int storeId(String name) {
        return delegate.storeId(name);
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return delegate.get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return delegate.scan(storeId, partition, from, to, forward);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return delegate.approximateEntries(storeId, partition);
    }

    @Override
    public void apply(StateBatch batch) {
        write(() -> delegate.apply(batch));
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        return delegate.changelogPosition(storeId, partition);
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return delegate.meta(key);
    }

    @Override
    public void wipe(int storeId, int partition) {
        write(() -> delegate.wipe(storeId, partition));
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

    @Override
    public void close() {
        delegate.close();
    }
}
