package org.stoatflow.state.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.processor.StateStore;

/**
 * Stores that users have written, one for each store partition, beside the engine of all others. A batch is written
 * there first. Where a user's store fails, nobody knows which rows it has. So the users' stores of the batch lose their
 * positions, and a restart restores them in full.
 *
 * <p>Threads: {@link #openUsers} and {@link #close} are the owner's; what they make is in a concurrent map.
 */
final class UserStateEngine implements StateEngine {
    private static final Logger LOG = LoggerFactory.getLogger(UserStateEngine.class);

    private final StateEngine others;
    private final UserStore.Waits waits;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<StoreDescription> stores;
    private final Map<StorePartition, UserStore> open = new ConcurrentHashMap<>();
    private final Map<Path, UserTask> tasks = new LinkedHashMap<>();
    private final Map<StorePartition, ChangelogPosition> ofTopics = new ConcurrentHashMap<>(); // of global stores

    /** The users' stores of a task, in the order in which they are opened. */
    private record UserTask(TaskFolder folder, UserStoreHome home, Set<StorePartition> stores) {}

    UserStateEngine(StateEngine others, List<StoreDescription> stores, UserStore.Waits waits) {
        this.others = others;
        this.waits = waits;
        this.stores = List.copyOf(stores);
        for (StoreDescription store : stores) {
            ids.put(store.name(), StoreIds.USERS | StoreIds.IN_MEMORY | ids.size());
        }
    }

    private StoreDescription description(int storeId) {
        return stores.get(storeId & ~(StoreIds.USERS | StoreIds.IN_MEMORY));
    }

    private UserStore open(int storeId, int partition) {
        UserStore found = open.get(new StorePartition(storeId, partition));
        if (found == null) {
            throw new InvalidStateStoreException("Store " + description(storeId).name() + " is not open for partition "
                    + partition + "; open=" + open.keySet());
        }
        return found;
    }

    @Override
    public void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {
        Map<Path, Set<StorePartition>> asked = new LinkedHashMap<>();
        for (StoreDescription store : stores) {
            for (int partition : partitions.getOrDefault(store.name(), List.of())) {
                asked.computeIfAbsent(home.folder(store.name(), partition), none -> new LinkedHashSet<>())
                        .add(new StorePartition(storeId(store.name()), partition));
            }
        }
        asked.forEach((folder, ofTask) -> {
            UserTask before = tasks.get(folder);
            Set<StorePartition> all = new LinkedHashSet<>(before == null ? Set.of() : before.stores());
            all.addAll(ofTask);
            UserTask task = new UserTask(new TaskFolder(folder), home, all);
            tasks.put(folder, task);
            open(task);
        });
    }

    private void open(UserTask task) {
        if (task.stores().stream().anyMatch(open::containsKey)) {
            openAnew(task);
            return;
        }
        Map<StorePartition, UserStore> made = new LinkedHashMap<>();
        task.stores().forEach(at -> made.put(at, made(at)));
        if (task.home().startsEmpty() || made.keySet().stream().anyMatch(at -> isEmptiedByFolder(at, made.get(at)))) {
            task.folder().delete();
        }
        if (made.values().stream().noneMatch(UserStore::isOwnOnDisk)) {
            made.forEach((at, store) -> open(task, at, store, null));
            return;
        }
        Map<String, ChangelogPosition> kept = task.folder().positions();
        if (kept == null && dropsUnclean(task.home(), made) && task.folder().holdsRows()) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: the process before"
                            + " ended without closing them, so they may hold what is not committed",
                    task.folder(),
                    names(task));
            task.folder().delete();
        }
        made.forEach((at, store) -> open(task, at, store, kept));
        if (task.home().exactlyOnce()) {
            task.folder().forgetPositions();
        }
    }

    /** Duplicates cannot be removed by the calls of a window store. */
    private boolean isEmptiedByFolder(StorePartition at, @Nullable UserStore store) {
        return store != null
                && store.store().persistent()
                && description(at.storeId()).settings().retainDuplicates();
    }

    /** As in Kafka Streams: where no store of the task is restored, what is there stays. */
    private boolean dropsUnclean(UserStoreHome in, Map<StorePartition, UserStore> task) {
        return in.exactlyOnce()
                && task.entrySet().stream().anyMatch(store -> {
                    String name = description(store.getKey().storeId()).name();
                    return in.isBesideRestored(name) || (store.getValue().isOwnOnDisk() && in.isRestored(name));
                });
    }

    /** Opens those anew that are wholly the user's, or all of a task that has kept something uncommitted on disk. */
    private void openAnew(UserTask task) {
        boolean isDropped = task.home().exactlyOnce() && isUnclean(task);
        Map<String, ChangelogPosition> kept = new HashMap<>();
        RuntimeException first = null;
        for (StorePartition at : task.stores()) {
            UserStore before = open.get(at);
            if (before != null && (isDropped || description(at.storeId()).isWhollyUsers())) {
                ChangelogPosition position = before.position();
                if (!isDropped && before.isOwnOnDisk() && position != null) {
                    kept.put(description(at.storeId()).name(), position);
                }
                open.remove(at);
                first = closed(() -> close(before), first);
            }
        }
        if (isDropped) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: a failure has left"
                            + " in them what is not committed",
                    task.folder(),
                    names(task));
            first = closed(task.folder()::delete, first);
        }
        if (first != null) {
            throw first;
        }
        for (StorePartition at : task.stores()) {
            if (!open.containsKey(at)) {
                open(task, at, made(at), kept);
            }
        }
    }

    private boolean isUnclean(UserTask task) {
        return task.stores().stream().map(open::get).anyMatch(store -> store != null && store.isUnclean());
    }

    private List<String> names(UserTask task) {
        return task.stores().stream()
                .map(at -> description(at.storeId()).name())
                .toList();
    }

    private void open(UserTask task, StorePartition at, UserStore made, @Nullable Map<String, ChangelogPosition> kept) {
        StoreDescription description = description(at.storeId());
        made.open(task.home(), description.logging() && task.home().isRestored(description.name()));
        if (kept != null && made.isOwnOnDisk()) {
            made.position(kept.get(description.name()));
        }
        open.put(at, made);
    }

    private void renew(StorePartition at) {
        UserStore before = open.remove(at);
        if (before != null) {
            close(before);
        }
        UserTask task = tasks.values().stream()
                .filter(one -> one.stores().contains(at))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no task has store partition " + at));
        open(task, at, made(at), null);
    }

    private void close(UserStore store) {
        store.close(waits.close().toNanos());
    }

    @Override
    public void settleUsers() {
        open.values().forEach(UserStore::settle);
    }

    private UserStore made(StorePartition at) {
        return UserStore.of(description(at.storeId()), at.partition(), waits);
    }

    @Override
    public StateStore usersStore(int storeId, int partition) {
        return open(storeId, partition).handedOut();
    }

    @Override
    public void commitUsers(int storeId, int partition) {
        open(storeId, partition).commit();
    }

    @Override
    public int storeId(String name) {
        Integer id = ids.get(name);
        return id == null ? others.storeId(name) : id;
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return StoreIds.isUsers(storeId) ? open(storeId, partition).get(key) : others.get(storeId, partition, key);
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return StoreIds.isUsers(storeId)
                ? open(storeId, partition).scan(from, to, forward)
                : others.scan(storeId, partition, from, to, forward);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        return StoreIds.isUsers(storeId)
                ? open(storeId, partition).approximateEntries()
                : others.approximateEntries(storeId, partition);
    }

    @Override
    public void apply(StateBatch batch) {
        batch.use();
        others.apply(batch.part(store -> !StoreIds.isUsers(store), true));
        StateBatch users = batch.part(StoreIds::isUsers, false);
        Map<UserStore, List<UserWrite>> writes = new LinkedHashMap<>();
        users.writeTo(new Collector(writes));
        boolean isWritten = false;
        try {
            writes.forEach((store, ofStore) -> {
                if (batch.isRestoring()) {
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

    /** A global store has all rows in one partition, and a position for each partition of its topic. */
    private void position(StorePartition at, ChangelogPosition position) {
        UserStore users = open.get(at);
        if (users == null) {
            ofTopics.put(at, position);
        } else {
            users.position(position);
        }
    }

    /** Sorts writes by the stores that they are for. */
    private final class Collector implements StateBatch.RowSink<RuntimeException> {
        private final Map<UserStore, List<UserWrite>> writes;

        Collector(Map<UserStore, List<UserWrite>> writes) {
            this.writes = writes;
        }

        @Override
        public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
            add(storeId, partition, new UserWrite.Put(key, storedValue));
        }

        @Override
        public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
            add(storeId, partition, new UserWrite.Delete(from, to));
        }

        private void add(int storeId, int partition, UserWrite write) {
            writes.computeIfAbsent(open(storeId, partition), store -> new ArrayList<>())
                    .add(write);
        }
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        if (!StoreIds.isUsers(storeId)) {
            return others.changelogPosition(storeId, partition);
        }
        StorePartition at = new StorePartition(storeId, partition);
        UserStore users = open.get(at);
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
        UserStore users = open.get(at);
        if (users != null) {
            wipe(at, users);
        }
    }

    private void wipe(StorePartition at, UserStore users) {
        StoreDescription store = description(at.storeId());
        if (isEmptiedByFolder(at, users)) {
            if (users.isUsed()) {
                throw new ProcessorStateException("Store " + store.name() + ", partition " + at.partition()
                        + ", has to be restored from the beginning, and retains duplicates, which cannot be removed"
                        + " from it. Start the application again: then it begins empty");
            }
        } else if (users.isUsed() && (store.isWhollyUsers() || !users.store().persistent())) {
            renew(at);
            return;
        } else if (users.store().persistent() && !store.isWhollyUsers()) {
            users.wipe();
        }
        users.position(null);
    }

    @Override
    public void close() {
        open.values().forEach(UserStore::refuse);
        long deadlineNs = System.nanoTime() + waits.close().toNanos();
        RuntimeException first = null;
        for (UserTask task : tasks.values()) {
            first = closed(() -> closeTask(task, deadlineNs), first);
        }
        tasks.clear();
        first = closed(others::close, first);
        if (first != null) {
            throw first;
        }
    }

    /** A task notes its positions where each of its stores was closed, and holds nothing uncommitted. */
    private void closeTask(UserTask task, long deadlineNs) {
        boolean isDropped = task.home().exactlyOnce() && isUnclean(task);
        boolean isOnDisk = false;
        Map<String, ChangelogPosition> positions = new HashMap<>();
        RuntimeException first = null;
        for (StorePartition at : task.stores()) {
            UserStore users = open.remove(at);
            if (users != null) {
                first = closed(() -> users.close(deadlineNs - System.nanoTime()), first);
                ChangelogPosition position = users.position();
                isOnDisk |= users.isOwnOnDisk();
                if (users.isOwnOnDisk() && position != null) {
                    positions.put(description(at.storeId()).name(), position);
                }
            }
        }
        if (isDropped) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores {} is deleted: it holds what is not committed",
                    task.folder(),
                    names(task));
            first = closed(task.folder()::delete, first);
        } else if (isOnDisk && first == null && !task.home().startsEmpty()) {
            task.folder().keep(positions);
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable RuntimeException closed(Runnable closing, @Nullable RuntimeException before) {
        try {
            closing.run();
            return before;
        } catch (RuntimeException failure) {
            if (before == null) {
                return failure;
            }
            before.addSuppressed(failure);
            return before;
        }
    }
}
