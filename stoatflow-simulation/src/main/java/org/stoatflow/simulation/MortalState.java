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
    private final Runnable onWrite;

    MortalState(StateEngine delegate, Crash crash, Runnable onWrite) {
        this.delegate = delegate;
        this.crash = crash;
        this.onWrite = onWrite;
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
        crash.pass(Crash.Door.APPLY, () -> {
            delegate.apply(batch);
            onWrite.run();
        });
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
        crash.pass(Crash.Door.APPLY, () -> {
            delegate.wipe(storeId, partition);
            onWrite.run();
        });
    }

    @Override
    public void close() {
        delegate.close();
    }
}
