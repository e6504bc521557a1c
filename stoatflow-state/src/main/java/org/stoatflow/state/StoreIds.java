package org.stoatflow.state;

import java.util.Map;

/**
 * The numbers of the stores of one engine. Those of an in-memory store have {@link #IN_MEMORY} set, those of a store of
 * the user's {@link #USERS}, so that a number alone tells which engine holds its rows.
 */
public final class StoreIds {
    public static final int IN_MEMORY = 1 << 30;

    public static final int USERS = 1 << 29;

    private final Map<String, Integer> ids;

    public StoreIds(Map<String, Integer> ids) {
        this.ids = Map.copyOf(ids);
    }

    public static boolean isUsers(int storeId) {
        return (storeId & USERS) != 0;
    }

    public static boolean isPersistent(int storeId) {
        return (storeId & IN_MEMORY) == 0;
    }

    public int of(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            throw new IllegalArgumentException(
                    "Store " + name + " was not declared when the state was opened; declared=" + ids.keySet());
        }
        return id;
    }
}
