package org.stoatflow.kernel.outbox;

import java.util.HashMap;
import java.util.Map;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateEngine;

/** The changelog partitions of all logged stores of a plan. Immutable; read by all lanes. */
public final class ChangelogPartitions {
    private final Map<Integer, ChangelogPartition[]> byStore = new HashMap<>();

    private ChangelogPartitions() {}

    public static ChangelogPartitions of(Plan plan, StateEngine state) {
        ChangelogPartitions all = new ChangelogPartitions();
        for (StorePlan store : plan.stores()) {
            if (store.changelogTopic() != null) {
                all.add(state.storeId(store.name()), store.changelogTopic(), store.partitions());
            }
        }
        return all;
    }

    private void add(int store, String topic, int partitions) {
        ChangelogPartition[] all = new ChangelogPartition[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            all[partition] = new ChangelogPartition(store, topic, partition);
        }
        byStore.put(store, all);
    }

    public ChangelogPartition of(int store, int partition) {
        ChangelogPartition[] all = byStore.get(store);
        if (all == null) {
            throw new IllegalStateException("store " + store + " has no changelog");
        }
        return all[partition];
    }
}
