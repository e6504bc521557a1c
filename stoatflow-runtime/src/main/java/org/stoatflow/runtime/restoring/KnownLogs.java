package org.stoatflow.runtime.restoring;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Remembers in the state from which topic each store is restored: its changelog, or a source topic. A position in one
 * topic says nothing of another one, so a store whose topic has changed is emptied, and restored of the new one.
 */
final class KnownLogs {
    private static final Logger LOG = LoggerFactory.getLogger(KnownLogs.class);
    private static final String ROW = "logs of stores";

    private KnownLogs() {}

    /** Empties the stores whose topic is another one than before. Before a restore is planned. */
    static void settle(Plan plan, StateEngine state, long nowMs) {
        Map<String, String> before = known(state);
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
            StateBatch batch = new StateBatch(nowMs);
            StringBuilder row = new StringBuilder();
            now.forEach((store, topic) ->
                    row.append(store).append(' ').append(topic).append('\n'));
            batch.meta(ROW, row.toString().getBytes(StandardCharsets.UTF_8));
            state.apply(batch);
        }
    }

    private static Map<String, String> known(StateEngine state) {
        Map<String, String> known = new TreeMap<>();
        byte[] row = state.meta(ROW);
        if (row != null) {
            new String(row, StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] parts = line.split(" "); // neither names nor topics have spaces
                known.put(parts[0], parts[1]);
            });
        }
        return known;
    }
}
