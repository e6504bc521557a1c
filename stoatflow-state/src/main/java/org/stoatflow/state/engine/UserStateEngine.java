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
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * Stores that users have written, one for each store partition, beside the engine of all others. A batch is written
 * there first. Where a user's store fails, its position stays behind, so that a restart reads the tail of its
 * changelog.
 *
 * <p>Threads: {@link #openUsers} and {@link #close} are the owner's; what they make is in a concurrent map.
 */
final class UserStateEngine implements StateEngine {
    private static final Logger LOG = LoggerFactory.getLogger(UserStateEngine.class);

    private final StateEngine others;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<StoreDescription> stores;
    private final Map<StorePartition, UserStore> open = new ConcurrentHashMap<>();
    private final Map<Path, Set<StorePartition>> tasks = new LinkedHashMap<>();
    private @Nullable UserStoreHome home;

    UserStateEngine(StateEngine others, List<StoreDescription> stores) {
        this.others = others;
        this.stores = List.copyOf(stores);
        for (StoreDescription store : stores) {
            ids.put(store.name(), StoreIds.USERS | StoreIds.IN_MEMORY | ids.size());
        }
    }

    private static boolean isWhollyUsers(StoreDescription store) {
        return store.settings() instanceof StoreSettings.Own;
    }

    private StoreDescription description(int storeId) {
        return stores.get(storeId & ~(StoreIds.USERS | StoreIds.IN_MEMORY));
    }

    private UserStore open(int storeId, int partition) {
        UserStore found = open.get(new StorePartition(storeId, partition));
        if (found == null) {
            throw new IllegalArgumentException("Store " + description(storeId).name() + " is not open for partition "
                    + partition + "; open=" + open.keySet());
        }
        return found;
    }

    @Override
    public void openUsers(UserStoreHome newHome, Map<String, List<Integer>> partitions) {
        home = newHome;
        for (StoreDescription store : stores) {
            for (int partition : partitions.getOrDefault(store.name(), List.of())) {
                tasks.computeIfAbsent(newHome.folder(store.name(), partition), none -> new LinkedHashSet<>())
                        .add(new StorePartition(storeId(store.name()), partition));
            }
        }
        tasks.forEach((folder, task) -> openTask(newHome, new TaskFolder(folder), task));
    }

    private void openTask(UserStoreHome in, TaskFolder folder, Set<StorePartition> task) {
        if (task.stream().anyMatch(open::containsKey)) {
            openAnew(in, folder, task);
            return;
        }
        Map<StorePartition, UserStore> made = new LinkedHashMap<>();
        task.forEach(at -> made.put(at, made(description(at.storeId()), at.partition())));
        if (made.values().stream().noneMatch(UserStore::isOwnOnDisk)) {
            made.forEach((at, store) -> open(at, store, null));
            return;
        }
        Map<String, ChangelogPosition> kept = folder.positions();
        if (kept == null && dropsUnclean(in, made) && folder.holdsRows()) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: the process before"
                            + " ended without closing them, so they may hold what is not committed",
                    folder,
                    names(task));
            folder.delete();
        }
        made.forEach((at, store) -> open(at, store, kept));
        if (in.exactlyOnce()) {
            folder.forgetPositions();
        }
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
    private void openAnew(UserStoreHome in, TaskFolder folder, Set<StorePartition> task) {
        boolean isDropped = in.exactlyOnce() && isUnclean(task);
        Map<String, ChangelogPosition> kept = new HashMap<>();
        RuntimeException first = null;
        for (StorePartition at : task) {
            UserStore before = open.get(at);
            if (before != null && (isDropped || isWhollyUsers(description(at.storeId())))) {
                ChangelogPosition position = before.position();
                if (!isDropped && before.isOwnOnDisk() && position != null) {
                    kept.put(description(at.storeId()).name(), position);
                }
                open.remove(at);
                first = closed(before::close, first);
            }
        }
        if (isDropped) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: a failure has left"
                            + " in them what is not committed",
                    folder,
                    names(task));
            first = closed(folder::delete, first);
        }
        if (first != null) {
            throw first;
        }
        for (StorePartition at : task) {
            if (!open.containsKey(at)) {
                open(at, made(description(at.storeId()), at.partition()), kept);
            }
        }
    }

    private boolean isUnclean(Set<StorePartition> task) {
        return task.stream().map(open::get).anyMatch(store -> store != null && store.isUnclean());
    }

    private List<String> names(Set<StorePartition> task) {
        return task.stream().map(at -> description(at.storeId()).name()).toList();
    }

    private void open(StorePartition at, UserStore made, @Nullable Map<String, ChangelogPosition> kept) {
        StoreDescription description = description(at.storeId());
        if (home == null) {
            throw new IllegalStateException("no home for store " + description.name());
        }
        made.open(home, description.logging());
        if (kept != null && made.isOwnOnDisk()) {
            made.position(kept.get(description.name()));
        }
        open.put(at, made);
    }

    private void renew(StorePartition at) {
        UserStore before = open.remove(at);
        if (before != null) {
            before.close();
        }
        open(at, made(description(at.storeId()), at.partition()), null);
    }

    @Override
    public void settleUsers() {
        open.values().forEach(UserStore::settle);
    }

    private static UserStore made(StoreDescription store, int partition) {
        if (store.settings() instanceof StoreSettings.Own own) {
            return new UserStore(store.name(), partition, required(own.builder().build(), store), null);
        }
        StoreSupplier<?> supplier = store.customSupplier();
        StateStore users = required(supplier == null ? null : supplier.get(), store);
        UserRows rows = StoreFormats.of(store).in(users);
        return new UserStore(store.name(), partition, users, rows);
    }

    private static StateStore required(@Nullable StateStore made, StoreDescription store) {
        if (made == null) {
            throw new IllegalStateException("the builder or supplier of store " + store.name() + " gave null");
        }
        return made;
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
        writes.forEach((store, ofStore) -> {
            if (batch.isRestoring()) {
                store.restore(ofStore);
            } else {
                store.apply(ofStore);
            }
        });
        users.positions()
                .forEach((of, position) -> open(of.storeId(), of.partition()).position(position));
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
        UserStore users = open.get(new StorePartition(storeId, partition));
        return users == null ? null : users.position();
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
        UserStore users = open(storeId, partition);
        if (!users.isUsed() && !users.store().persistent()) {
            users.position(null);
        } else if (isWhollyUsers(description(storeId)) || !users.store().persistent()) {
            renew(new StorePartition(storeId, partition));
        } else {
            users.wipe();
            users.position(null);
        }
    }

    @Override
    public void close() {
        RuntimeException first = null;
        for (Map.Entry<Path, Set<StorePartition>> task : tasks.entrySet()) {
            TaskFolder folder = new TaskFolder(task.getKey());
            first = closed(() -> closeTask(folder, task.getValue()), first);
        }
        tasks.clear();
        first = closed(others::close, first);
        if (first != null) {
            throw first;
        }
    }

    /** A task notes its positions where each of its stores was closed, and holds nothing uncommitted. */
    private void closeTask(TaskFolder folder, Set<StorePartition> task) {
        boolean isExactlyOnce = home != null && home.exactlyOnce();
        boolean isDropped = isExactlyOnce && isUnclean(task);
        boolean isOnDisk = false;
        Map<String, ChangelogPosition> positions = new HashMap<>();
        RuntimeException first = null;
        for (StorePartition at : task) {
            UserStore users = open.remove(at);
            if (users != null) {
                first = closed(users::close, first);
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
                    folder,
                    names(task));
            first = closed(folder::delete, first);
        } else if (isOnDisk && first == null) {
            folder.keep(positions);
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
