package org.stoatflow.state.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.ReachedTimes;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateMetric;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/**
 * Stores that users have written, one for each store partition, beside the engine of all others. A batch is written
 * there first. Where a user's store fails, nobody knows which rows it has. So the users' stores of the batch lose their
 * positions, and a restart restores them in full.
 *
 * <p>Threads: {@link #openUsers} and {@link #close} are the owner's; what they make is open to any thread ({@link
 * UserTasks}).
 */
final class UserStateEngine implements StateEngine {
    private final StateEngine others;
    private final UserTasks tasks;

    /**
     * Shared. Written by: the thread of the global stores; before it begins, the dispatcher's thread. Read by: the
     * same. Safe: concurrent map. Proof: UserStateEngineTest.
     */
    private final Map<StorePartition, ChangelogPosition> ofTopics = new ConcurrentHashMap<>(); // of global stores

    UserStateEngine(StateEngine others, List<StoreDescription> stores, UserStore.Waits waits) {
        this.others = others;
        tasks = new UserTasks(stores, waits);
    }

    @Override
    public void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {
        tasks.open(home, partitions);
    }

    @Override
    public Map<StateMetric, Double> metrics() {
        return others.metrics();
    }

    @Override
    public void settleUsers() {
        tasks.settle();
    }

    @Override
    public StateStore usersStore(int storeId, int partition) {
        return tasks.required(storeId, partition).handedOut();
    }

    @Override
    public <R> QueryResult<R> askUsers(
            int storeId, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        return tasks.required(storeId, partition).ask(users -> users.query(query, bound, config));
    }

    @Override
    public boolean isOpen(int storeId, int partition) {
        return !StoreIds.isUsers(storeId) || tasks.find(new StorePartition(storeId, partition)) != null;
    }

    @Override
    public UserHold enterUsers(List<Integer> storeIds, int partition) {
        return tasks.enter(storeIds, partition);
    }

    @Override
    public boolean areUsersBroken() {
        return tasks.areBroken();
    }

    @Override
    public void commitUsers(int storeId, int partition) {
        tasks.commit(new StorePartition(storeId, partition));
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return StoreIds.isUsers(storeId) ? StoreLoss.NONE : others.lossOf(storeId);
    }

    @Override
    public void requireSound() {
        others.requireSound();
    }

    @Override
    public int storeId(String name) {
        Integer id = tasks.storeId(name);
        return id == null ? others.storeId(name) : id;
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return StoreIds.isUsers(storeId)
                ? tasks.required(storeId, partition).get(key)
                : others.get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return StoreIds.isUsers(storeId)
                ? tasks.required(storeId, partition).scan(from, to, forward)
                : others.scan(storeId, partition, from, to, forward);
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        return StoreIds.isUsers(storeId) ? new UserSnapshot(tasks, storeId) : others.snapshot(storeId);
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return StoreIds.isUsers(storeId) ? ReachedTimes.NONE : others.reachedMs(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return StoreIds.isUsers(storeId)
                ? tasks.required(storeId, partition).approximateEntries()
                : others.approximateEntries(storeId, partition);
    }

    @Override
    public void apply(StateBatch batch) {
        batch.use();
        others.apply(batch.part(store -> !StoreIds.isUsers(store), true));
        StateBatch users = batch.part(StoreIds::isUsers, false);
        Collector collector = new Collector();
        users.writeTo(collector);
        Set<StorePartition> in = new HashSet<>(collector.at);
        users.positions().forEach((of, position) -> in.add(new StorePartition(of.storeId(), of.partition())));
        if (!in.isEmpty()) {
            tasks.write(in, () -> applyUsers(users, collector.writes, batch.isRestoring()));
        }
    }

    private void applyUsers(StateBatch users, Map<UserStore, List<UserWrite>> writes, boolean isRestoring) {
        boolean isWritten = false;
        try {
            writes.forEach((store, ofStore) -> {
                if (isRestoring) {
                    store.restore(ofStore);
                } else {
                    store.apply(ofStore);
                }
            });
            isWritten = true;
        } finally {
            if (!isWritten) { // the rest of the log would give some of them the same values again
                writes.keySet().forEach(store -> store.position(null));
            }
        }
        users.positions()
                .forEach((of, position) -> position(new StorePartition(of.storeId(), of.partition()), position));
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return !StoreIds.isUsers(storeId) && others.loadsFiles(storeId);
    }

    /** A global store has all rows in one partition, and a position for each partition of its topic. */
    private void position(StorePartition at, ChangelogPosition position) {
        UserStore users = tasks.find(at);
        if (users == null) {
            ofTopics.put(at, position);
        } else {
            users.position(position);
        }
    }

    /** Sorts writes by the stores that they are for. */
    private final class Collector implements StateBatch.RowSink<RuntimeException> {
        private final Map<UserStore, List<UserWrite>> writes = new LinkedHashMap<>();
        private final Set<StorePartition> at = new HashSet<>();

        @Override
        public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
            add(storeId, partition, new UserWrite.Put(key, storedValue));
        }

        @Override
        public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
            add(storeId, partition, new UserWrite.Delete(from, to));
        }

        private void add(int storeId, int partition, UserWrite write) {
            writes.computeIfAbsent(tasks.required(storeId, partition), store -> {
                        at.add(new StorePartition(storeId, partition));
                        return new ArrayList<>();
                    })
                    .add(write);
        }
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        if (!StoreIds.isUsers(storeId)) {
            return others.changelogPosition(storeId, partition);
        }
        StorePartition at = new StorePartition(storeId, partition);
        UserStore users = tasks.find(at);
        return users == null ? ofTopics.get(at) : users.position();
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return others.meta(key);
    }

    @Override
    public void wipe(int storeId, int partition) {
        if (!StoreIds.isUsers(storeId)) {
            others.wipe(storeId, partition);
            return;
        }
        StorePartition at = new StorePartition(storeId, partition);
        ofTopics.remove(at);
        tasks.write(Set.of(at), () -> {
            UserStore users = tasks.find(at);
            if (users != null) {
                wipe(at, users);
            }
        });
    }

    private void wipe(StorePartition at, UserStore users) {
        StoreDescription store = tasks.description(at.storeId());
        if (tasks.isEmptiedByFolder(at, users)) {
            if (users.isUsed()) {
                throw new ProcessorStateException("Store " + store.name() + ", partition " + at.partition()
                        + ", has to be restored from the beginning, and retains duplicates, which cannot be removed"
                        + " from it. Start the application again: then it begins empty");
            }
        } else if (users.isUsed() && (store.isWrittenAtOnce() || !users.store().persistent())) {
            tasks.renew(at);
            return;
        } else if (users.store().persistent() && !store.isWrittenAtOnce()) {
            users.wipe();
        }
        users.position(null);
    }

    /** Where a lane is left behind in a store, the store is closed, and the folder given back, once it has left. */
    @Override
    public void close() {
        Runnable giveFolderBack = others.keepFolder();
        try (others) {
            tasks.close();
        } finally {
            tasks.afterClose(giveFolderBack);
        }
    }
}
