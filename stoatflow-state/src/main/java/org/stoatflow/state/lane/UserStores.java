package org.stoatflow.state.lane;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserHold;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/** The stores of a lane that users have written. Thread: the lane's. */
final class UserStores {
    private final StateEngine engine;
    private final Set<String> wholly = new HashSet<>();
    private final List<Integer> all = new ArrayList<>();
    private final List<Integer> writtenAtOnce = new ArrayList<>();

    UserStores(StateEngine engine, List<StoreDescription> stores) {
        this.engine = engine;
        for (StoreDescription store : stores) {
            if (store.isWhollyUsers()) {
                wholly.add(store.name());
            }
            if (store.isUsers()) {
                all.add(engine.storeId(store.name()));
            }
            if (store.isWrittenAtOnce()) {
                writtenAtOnce.add(engine.storeId(store.name()));
            }
        }
    }

    /** Whether a store is handed out as it is. */
    boolean has(String name) {
        return wholly.contains(name);
    }

    StateStore store(String name, int partition) {
        return engine.usersStore(engine.storeId(name), partition);
    }

    UserHold enter(int partition) {
        return engine.enterUsers(all, partition);
    }

    void commit(int partition) {
        writtenAtOnce.forEach(id -> engine.commitUsers(id, partition));
    }
}
