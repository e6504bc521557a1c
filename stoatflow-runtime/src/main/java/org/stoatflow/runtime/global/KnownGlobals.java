package org.stoatflow.runtime.global;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTopics;
import org.stoatflow.topology.GlobalStore;

/**
 * Remembers in the state which stores are global, and of which topics, so that rows and positions of one topic are not
 * taken for those of another one, or of a changelog, where a topology has changed. Called by one thread, before the
 * stores are used.
 */
public final class KnownGlobals {
    private static final Logger LOG = LoggerFactory.getLogger(KnownGlobals.class);
    private static final int PARTITIONS_MAX = 10_000;

    private final StateEngine state;

    public KnownGlobals(StateEngine state) {
        this.state = state;
    }

    /** Empties the stores that had another topic before, or were global and are not, or are global now and were not. */
    public void emptyOthers(List<GlobalStore> stores, long nowMs) {
        Map<String, String> before = StoreTopics.read(state, StoreTopics.GLOBALS);
        Map<String, String> now = new LinkedHashMap<>();
        stores.forEach(store -> now.put(store.name(), store.topic()));
        if (now.equals(before)) {
            return;
        }
        Map<String, String> next = new LinkedHashMap<>(now);
        now.forEach((store, topic) -> {
            if (!topic.equals(before.get(store))) {
                empty(store);
            }
        });
        before.forEach((store, topic) -> {
            if (!now.containsKey(store) && !empty(store)) {
                next.put(store, topic); // this topology does not have it; another one may
            }
        });
        StoreTopics.write(state, StoreTopics.GLOBALS, next, nowMs);
    }

    /** @return false where the state does not have the store open */
    private boolean empty(String store) {
        int id;
        try {
            id = state.storeId(store);
        } catch (IllegalArgumentException notOpen) {
            return false;
        }
        for (int partition = 0; partition < PARTITIONS_MAX; partition++) {
            if (state.changelogPosition(id, partition) != null) {
                LOG.warn("Store {}, partition {}, is loaded anew: what it has is of another topic", store, partition);
                state.wipe(id, partition);
            }
        }
        state.wipe(id, 0); // has rows of all partitions of a global topic
        return true;
    }
}
