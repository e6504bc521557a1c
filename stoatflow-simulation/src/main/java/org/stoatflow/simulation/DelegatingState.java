package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateMetric;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** Passes every call on. Subclasses override calls that they change. */
class DelegatingState implements StateEngine {
    private final StateEngine delegate;

    DelegatingState(StateEngine delegate) {
        this.delegate = delegate;
    }

    @Override
    public void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {
        delegate.openUsers(home, partitions);
    }

    @Override
    public Map<StateMetric, Double> metrics() {
        return delegate.metrics();
    }

    @Override
    public void settleUsers() {
        delegate.settleUsers();
    }

    @Override
    public StateStore usersStore(int storeId, int partition) {
        return delegate.usersStore(storeId, partition);
    }

    @Override
    public <R> QueryResult<R> askUsers(
            int storeId, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        return delegate.askUsers(storeId, partition, query, bound, config);
    }

    @Override
    public boolean isOpen(int storeId, int partition) {
        return delegate.isOpen(storeId, partition);
    }

    @Override
    public UserHold enterUsers(List<Integer> storeIds, int partition) {
        return delegate.enterUsers(storeIds, partition);
    }

    @Override
    public boolean areUsersBroken() {
        return delegate.areUsersBroken();
    }

    @Override
    public void commitUsers(int storeId, int partition) {
        delegate.commitUsers(storeId, partition);
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return delegate.lossOf(storeId);
    }

    @Override
    public void requireSound() {
        delegate.requireSound();
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
    public StateSnapshot snapshot(int storeId) {
        return delegate.snapshot(storeId);
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return delegate.reachedMs(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return delegate.approximateEntries(storeId, partition);
    }

    @Override
    public void apply(StateBatch batch) {
        delegate.apply(batch);
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return delegate.loadsFiles(storeId);
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
        delegate.wipe(storeId, partition);
    }

    @Override
    public void close() {
        delegate.close();
    }
}
