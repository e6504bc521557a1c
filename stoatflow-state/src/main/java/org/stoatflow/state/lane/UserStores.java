package org.stoatflow.state.lane;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/** The stores of a lane that are wholly the user's. Thread: the lane's. */
final class UserStores {
    private final StateEngine engine;
    private final Map<String, Integer> ids = new LinkedHashMap<>();

    UserStores(StateEngine engine, List<StoreDescription> stores) {
        this.engine = engine;
        for (StoreDescription store : stores) {
            if (store.isWhollyUsers()) {
                ids.put(store.name(), engine.storeId(store.name()));
            }
        }
    }

    boolean has(String name) {
        return ids.containsKey(name);
    }

    StateStore store(String name, int partition) {
        return engine.usersStore(engine.storeId(name), partition);
    }

    void commit(int partition) {
        ids.values().forEach(id -> engine.commitUsers(id, partition));
    }
}
