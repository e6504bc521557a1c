package org.stoatflow.kernel.outbox;

import java.util.HashMap;
import java.util.Map;

/** The changelog partitions of all logged stores, made once. Immutable after it is built; read by all lanes. */
public final class ChangelogPartitions {
    private final Map<Integer, ChangelogPartition[]> byStore = new HashMap<>();

    /** Adds a store, before the lanes start. */
    public void add(int store, String topic, int partitions) {
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
