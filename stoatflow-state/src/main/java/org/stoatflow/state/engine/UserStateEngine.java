package org.stoatflow.state.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
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
    private final StateEngine others;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<StoreDescription> stores;
    private final Map<StorePartition, UserStore> open = new ConcurrentHashMap<>();
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
                StorePartition at = new StorePartition(storeId(store.name()), partition);
                if (isWhollyUsers(store)) {
                    renew(at);
                } else if (!open.containsKey(at)) {
                    open.put(at, opened(at));
                }
            }
        }
    }

    private void renew(StorePartition at) {
        UserStore before = open.remove(at);
        if (before != null) {
            before.close();
        }
        open.put(at, opened(at));
    }

    private UserStore opened(StorePartition at) {
        StoreDescription description = description(at.storeId());
        UserStore made = made(description, at.partition());
        if (home == null) {
            throw new IllegalStateException("no home for store " + description.name());
        }
        made.open(home, description.logging());
        return made;
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
        for (StorePartition at : List.copyOf(open.keySet())) {
            UserStore users = open.remove(at);
            if (users != null) {
                first = closed(users::close, first);
            }
        }
        first = closed(others::close, first);
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
