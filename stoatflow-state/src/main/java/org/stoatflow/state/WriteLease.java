package org.stoatflow.state;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/**
 * The right of one run, restore or standby to write to the state. Once it is ended, a write with it is refused, however
 * late the thread that was left behind comes back. {@link #end} says whether the writes that had begun before are over;
 * only then may the next one write. Reads are always allowed.
 *
 * <p>Shared field: {@code writes} has in one number how many writes are under way and whether the right is ended. A
 * write counts itself in before the end, and is waited for, or it is refused.
 */
public final class WriteLease implements StateEngine {
    private static final int ENDED = Integer.MIN_VALUE;

    private final StateEngine state;

    /**
     * Shared. Written by: whoever writes with it; the dispatcher's thread ends it. Read by: both. Safe: one atomic
     * number: a write counts itself in before the end, and is waited for, or is refused. Proof: WriteLeaseProof,
     * WriteLeaseStress.
     */
    private final AtomicInteger writes = new AtomicInteger();

    /**
     * Begins.
     *
     * @param state is written to, and is closed by others
     */
    public WriteLease(StateEngine state) {
        this.state = state;
    }

    /**
     * Ends it, for good. To be asked again until it is true; does not wait.
     *
     * @return whether the last write is over
     */
    public boolean end() {
        return writes.updateAndGet(count -> count | ENDED) == ENDED;
    }

    private void enter() {
        int count = writes.updateAndGet(now -> now < 0 ? now : now + 1);
        if (count < 0) {
            throw new IllegalStateException("The state is written to by a later run: this one is over");
        }
    }

    private void leave() {
        writes.getAndDecrement();
    }

    @Override
    public void apply(StateBatch batch) {
        enter();
        try {
            state.apply(batch);
        } finally {
            leave();
        }
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return state.loadsFiles(storeId);
    }

    @Override
    public void wipe(int storeId, int partition) {
        enter();
        try {
            state.wipe(storeId, partition);
        } finally {
            leave();
        }
    }

    @Override
    public void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {
        state.openUsers(home, partitions);
    }

    @Override
    public StateStore usersStore(int storeId, int partition) {
        return state.usersStore(storeId, partition);
    }

    @Override
    public <R> QueryResult<R> askUsers(
            int storeId, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        return state.askUsers(storeId, partition, query, bound, config);
    }

    @Override
    public boolean isOpen(int storeId, int partition) {
        return state.isOpen(storeId, partition);
    }

    @Override
    public UserHold enterUsers(List<Integer> storeIds, int partition) {
        return state.enterUsers(storeIds, partition);
    }

    @Override
    public boolean areUsersBroken() {
        return state.areUsersBroken();
    }

    @Override
    public void commitUsers(int storeId, int partition) {
        enter(); // a later run has opened another store
        try {
            state.commitUsers(storeId, partition);
        } finally {
            leave();
        }
    }

    @Override
    public void settleUsers() {
        state.settleUsers();
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return state.lossOf(storeId);
    }

    @Override
    public void requireSound() {
        state.requireSound();
    }

    @Override
    public int storeId(String name) {
        return state.storeId(name);
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return state.get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return state.scan(storeId, partition, from, to, forward);
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        return state.snapshot(storeId);
    }

    @Override
    public Map<StateMetric, Double> metrics() {
        return state.metrics();
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return state.reachedMs(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return state.approximateEntries(storeId, partition);
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        return state.changelogPosition(storeId, partition);
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return state.meta(key);
    }

    /** Ends it; the state stays open. */
    @Override
    public void close() {
        end();
    }
}
