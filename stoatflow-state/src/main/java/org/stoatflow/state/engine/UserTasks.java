package org.stoatflow.state.engine;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/**
 * Opens and closes the stores that users have written, by the tasks that they belong to: the stores of a task have one
 * folder, and a failure may cost all of them what they have on disk (docs/design/035).
 *
 * <p>Threads: the owner's closes, and one that works for it opens, which may be left behind in the user's code; a
 * restorer opens anew what it empties. What is open is in a concurrent map, which any thread reads.
 *
 * <p>Shared field: {@code closed}, set by the owner before it closes what is open, and read by who opens.
 */
final class UserTasks {
    private static final Logger LOG = LoggerFactory.getLogger(UserTasks.class);

    private final UserStore.Waits waits;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<StoreDescription> stores;

    /**
     * Shared, with {@code tasks} and {@code closed}. Written by: a recovery's thread opens, the dispatcher's closes; a
     * restorer opens anew what it empties. Read by: lanes, queries, the committer. Safe: concurrent maps, and a flag
     * that is set before what is open is closed: who has opened a store looks at it afterwards, and closes the store
     * itself. What is not in the map is refused with {@code InvalidStateStoreException}. Proof: UserStateEngineTest,
     * UserStoreTurnsTest.
     */
    private final Map<StorePartition, UserStore> open = new ConcurrentHashMap<>();

    private final Map<Path, UserTask> tasks = new ConcurrentSkipListMap<>();
    private final UserHolds holds = new UserHolds();
    private volatile boolean closed;

    /**
     * The users' stores of a task, in the order in which they are opened.
     *
     * @param unopened the positions of stores that are not open yet, since one before them has failed; by their names
     */
    private record UserTask(
            TaskFolder folder,
            UserStoreHome home,
            Set<StorePartition> stores,
            Map<String, ChangelogPosition> unopened) {}

    UserTasks(List<StoreDescription> stores, UserStore.Waits waits) {
        this.waits = waits;
        this.stores = List.copyOf(stores);
        for (StoreDescription store : stores) {
            ids.put(store.name(), numbered(ids.size()));
        }
    }

    private static int numbered(int index) {
        return StoreIds.USERS | StoreIds.IN_MEMORY | index;
    }

    /** The number of a store; null where it is not one of these. */
    @Nullable
    Integer storeId(String name) {
        return ids.get(name);
    }

    StoreDescription description(int storeId) {
        return stores.get(storeId & ~(StoreIds.USERS | StoreIds.IN_MEMORY));
    }

    /** The store partition, or null where it is not open. */
    @Nullable
    UserStore find(StorePartition at) {
        return open.get(at);
    }

    /** @throws InvalidStateStoreException if it is not open */
    UserStore required(int storeId, int partition) {
        UserStore found = open.get(new StorePartition(storeId, partition));
        if (found == null) {
            throw new InvalidStateStoreException("Store " + description(storeId).name() + " is not open for partition "
                    + partition + "; open=" + open.keySet());
        }
        return found;
    }

    /**
     * Opens stores for the first time, or anew.
     *
     * @param home knows the tasks
     * @param partitions those of each store; stores that are not the users' are not looked at
     */
    void open(UserStoreHome home, Map<String, List<Integer>> partitions) {
        Map<Path, Set<StorePartition>> asked = new LinkedHashMap<>();
        for (int index = 0; index < stores.size(); index++) {
            StoreDescription store = stores.get(index);
            for (int partition : partitions.getOrDefault(store.name(), List.of())) {
                asked.computeIfAbsent(home.folder(store.name(), partition), none -> new LinkedHashSet<>())
                        .add(new StorePartition(numbered(index), partition));
            }
        }
        asked.forEach((folder, ofTask) -> {
            UserTask before = tasks.get(folder);
            Set<StorePartition> all = new LinkedHashSet<>(before == null ? Set.of() : before.stores());
            all.addAll(ofTask);
            UserTask task = new UserTask(
                    new TaskFolder(folder), home, all, before == null ? new HashMap<>() : before.unopened());
            requireLeft(task);
            UserHold opening = holds.enter(all); // the folder stays ours until this comes back
            try {
                tasks.put(folder, task);
                open(task);
            } finally {
                opening.leave();
            }
        });
    }

    /** Nobody may be in what is closed, opened anew or deleted. */
    private void requireLeft(UserTask task) {
        if (task.stores().stream().anyMatch(open::containsKey)
                && holds.isHeld(task.stores(), task.home().startsEmpty())) {
            throw new IllegalStateException("stores " + names(task) + " of the folder " + task.folder()
                    + " are opened anew beside a lane of the run before, which has not left them");
        }
    }

    private void open(UserTask task) {
        requireOpen(task);
        if (task.stores().stream().anyMatch(open::containsKey)) {
            openAnew(task);
            return;
        }
        Map<StorePartition, UserStore> made = new LinkedHashMap<>();
        task.stores().forEach(at -> made.put(at, made(at)));
        if (made.entrySet().stream().anyMatch(one -> isEmptied(task.home(), one.getKey(), one.getValue()))) {
            task.folder().delete();
        }
        if (made.values().stream().noneMatch(UserStore::isOwnOnDisk)) {
            made.forEach((at, store) -> open(task, at, store, null));
            return;
        }
        Map<String, ChangelogPosition> kept =
                task.unopened().isEmpty() ? task.folder().positions() : task.unopened();
        if (kept == null && dropsUnclean(task.home(), made) && task.folder().holdsRows()) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: the process before"
                            + " ended without closing them, so they may hold what is not committed",
                    task.folder(),
                    names(task));
            task.folder().delete();
        }
        if (kept != null) {
            task.unopened().putAll(kept);
            task.unopened().keySet().retainAll(names(task)); // others are of stores that there are not any more
        }
        if (task.home().exactlyOnce()) {
            task.folder().forgetPositions(); // before a store fails to open: the process may be killed behind that
        }
        made.forEach((at, store) -> open(task, at, store, task.unopened()));
    }

    /** Where no store has rows in the folder it stays: processors may have files of their own there. */
    private boolean isEmptied(UserStoreHome home, StorePartition at, UserStore store) {
        return isEmptiedByFolder(at, store)
                || (home.startsEmpty() && store.store().persistent());
    }

    /** Duplicates cannot be removed by the calls of a window store. */
    boolean isEmptiedByFolder(StorePartition at, @Nullable UserStore store) {
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

    /**
     * Opens those anew that are written at once, or broken, or all of a task that has kept something uncommitted on
     * disk.
     */
    private void openAnew(UserTask task) {
        boolean isDropped = task.home().exactlyOnce() && isUnclean(task);
        Map<String, ChangelogPosition> kept = new HashMap<>();
        RuntimeException first = null;
        for (StorePartition at : task.stores()) {
            UserStore before = open.get(at);
            if (before != null && (isDropped || isRenewed(task, at, before))) {
                ChangelogPosition position = before.position();
                if (!isDropped && before.isOwnOnDisk() && position != null) {
                    kept.put(description(at.storeId()).name(), position);
                }
                open.remove(at);
                first = UserHolds.closed(() -> close(before), first);
            }
        }
        if (isDropped) {
            LOG.warn(
                    "Under exactly-once, the folder {} of users' stores is deleted, and {} restored: a failure has left"
                            + " in them what is not committed",
                    task.folder(),
                    names(task));
            task.unopened().clear();
            first = UserHolds.closed(task.folder()::delete, first);
        }
        if (first != null) {
            throw first;
        }
        task.unopened().putAll(kept);
        for (StorePartition at : task.stores()) {
            if (!open.containsKey(at)) {
                open(task, at, made(at), task.unopened());
            }
        }
    }

    /** As in Kafka Streams, where a rebalance leaves the stores alone of the tasks that stay. */
    private boolean isRenewed(UserTask task, StorePartition at, UserStore before) {
        if (before.isBroken() && !isEmptiedByFolder(at, before)) { // that one is refused where it is to be emptied
            return true;
        }
        return description(at.storeId()).isWrittenAtOnce()
                && !(task.home().keepsSettled()
                        && before.isSettled()
                        && before.store().isOpen());
    }

    /** Whether it keeps what may never be committed. */
    private boolean isUnclean(UserTask task) {
        return task.stores().stream()
                .map(open::get)
                .anyMatch(store -> store != null && store.isOwnOnDisk() && !store.isSettled());
    }

    private List<String> names(UserTask task) {
        return task.stores().stream()
                .map(at -> description(at.storeId()).name())
                .toList();
    }

    private void open(UserTask task, StorePartition at, UserStore made, @Nullable Map<String, ChangelogPosition> kept) {
        StoreDescription description = description(at.storeId());
        requireOpen(task);
        try {
            made.open(task.home(), description.logging() && task.home().isRestored(description.name()));
        } catch (RuntimeException | Error failure) { // as in Kafka Streams: it may hold files or threads already
            RuntimeException notClosed = UserHolds.closed(() -> close(made), null);
            if (notClosed != null) {
                failure.addSuppressed(notClosed);
            }
            throw failure;
        }
        ChangelogPosition position = kept == null ? null : kept.remove(description.name());
        if (made.isOwnOnDisk()) {
            made.position(position);
        }
        open.put(at, made);
        if (closed && open.remove(at, made)) { // who closes the others has not seen it
            close(made);
            requireOpen(task);
        }
    }

    private void requireOpen(UserTask task) {
        if (closed) {
            throw new InvalidStateStoreException(
                    "Stores " + names(task) + " are not opened, since the application has closed its state");
        }
    }

    /** Another instance takes the place of an open store, and begins without a position. */
    void renew(StorePartition at) {
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
        store.close(TimeSpans.nanos(waits.close()));
    }

    /** All that processors have written is committed. */
    void settle() {
        open.values().forEach(UserStore::settle);
    }

    private UserStore made(StorePartition at) {
        return UserStore.of(description(at.storeId()), at.partition(), waits);
    }

    /** Lets no call of a store begin any more, waits for those under way, and closes what nobody is in. */
    void close() {
        closed = true;
        open.values().forEach(UserStore::refuse);
        long deadlineNs = deadlineNs();
        holds.awaitShort(deadlineNs);
        RuntimeException first = null;
        for (UserTask task : tasks.values()) {
            boolean isGlobal = task.home().startsEmpty();
            if (holds.putOff(task.stores(), isGlobal, () -> closeTask(task, deadlineNs()))) {
                LOG.warn(
                        "Stores {} of the folder {} stay open until user code has come back that may be in them",
                        names(task),
                        task.folder());
            } else {
                first = UserHolds.closed(() -> closeTask(task, deadlineNs), first);
            }
        }
        tasks.clear();
        if (first != null) {
            throw first;
        }
    }

    private long deadlineNs() {
        return System.nanoTime() + TimeSpans.nanos(waits.close());
    }

    /** Somebody comes to where the stores may be called. */
    UserHold enter(List<Integer> storeIds, int partition) {
        Set<StorePartition> in = new HashSet<>();
        storeIds.forEach(id -> in.add(new StorePartition(id, partition)));
        return holds.enter(in);
    }

    /** Does a write. Stores are not closed before its end; the close waits for it, as long as it waits for a turn. */
    void write(Set<StorePartition> in, Runnable write) {
        holds.during(in, true, write);
    }

    /** Has a store commit. The close waits for it as for the lane that may do so. */
    void commit(StorePartition at) {
        holds.during(
                Set.of(at),
                !description(at.storeId()).isWrittenAtOnce(),
                () -> required(at.storeId(), at.partition()).commit());
    }

    /** Whether a store is to be opened anew, whatever else is. */
    boolean areBroken() {
        return open.values().stream().anyMatch(UserStore::isBroken);
    }

    /** Does something once no store is open any more, behind {@link #close}. */
    void afterClose(Runnable work) {
        holds.after(work);
    }

    /** A task notes its positions where each of its stores was closed, and holds nothing uncommitted. */
    private void closeTask(UserTask task, long deadlineNs) {
        boolean isDropped = task.home().exactlyOnce() && isUnclean(task);
        boolean isOnDisk = false;
        Map<String, ChangelogPosition> positions = new HashMap<>(task.unopened());
        RuntimeException first = null;
        for (StorePartition at : task.stores()) {
            UserStore users = open.remove(at);
            if (users != null) {
                first = UserHolds.closed(() -> users.close(deadlineNs - System.nanoTime()), first);
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
            first = UserHolds.closed(task.folder()::delete, first);
        } else if (isOnDisk && first == null && !task.home().startsEmpty()) {
            task.folder().keep(positions);
        }
        if (first != null) {
            throw first;
        }
    }
}
