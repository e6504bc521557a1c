package org.stoatflow.runtime.restoring;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTopics;

/**
 * Remembers in the state from which topic each store is restored: its changelog, or a source topic. A position in one
 * topic says nothing of another one, so a store whose topic has changed is emptied, and restored of the new one.
 */
final class KnownLogs {
    private static final Logger LOG = LoggerFactory.getLogger(KnownLogs.class);

    private KnownLogs() {}

    /** Empties the stores whose topic is another one than before. Before a restore is planned. */
    static void settle(Plan plan, StateEngine state, long nowMs) {
        Map<String, String> before = StoreTopics.read(state, StoreTopics.LOGS);
        Map<String, String> now = new TreeMap<>(before); // what this plan does not have, another one may
        for (StorePlan store : plan.stores()) {
            String topic = store.restoredFrom();
            if (topic != null) {
                now.put(store.name(), topic);
                if (before.containsKey(store.name()) && !topic.equals(before.get(store.name()))) {
                    LOG.warn(
                            "Store {} is restored anew, from topic {}: what it has is of topic {}",
                            store.name(),
                            topic,
                            before.get(store.name()));
                    int id = state.storeId(store.name());
                    plan.ownedOf(store).stream().forEach(partition -> state.wipe(id, partition));
                }
            }
        }
        if (!now.equals(before)) {
            StoreTopics.write(state, StoreTopics.LOGS, now, nowMs);
        }
    }
}
