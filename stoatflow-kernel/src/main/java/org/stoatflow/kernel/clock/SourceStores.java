package org.stoatflow.kernel.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * The stores that are restored from a source topic. Once an epoch is applied, their rows have what was read of the
 * topic up to the epoch's cut, so that is their position. Immutable; the committer's thread calls it.
 */
final class SourceStores {
    static final SourceStores NONE = new SourceStores(List.of());

    private final List<SourceStore> stores;

    private SourceStores(List<SourceStore> stores) {
        this.stores = stores;
    }

    private record SourceStore(int id, String topic, List<Integer> partitions) {}

    static SourceStores of(Plan plan, StateEngine state) {
        List<SourceStore> stores = new ArrayList<>();
        for (StorePlan store : plan.stores()) {
            if (store.sourceTopic() != null) {
                stores.add(new SourceStore(
                        state.storeId(store.name()),
                        store.sourceTopic(),
                        plan.ownedOf(store).stream().boxed().toList()));
            }
        }
        return new SourceStores(List.copyOf(stores));
    }

    /** Adds where the stores are after a complete epoch. */
    void addTo(StateBatch batch, Epoch epoch) {
        if (stores.isEmpty()) {
            return;
        }
        Map<TopicPartition, SourcePosition> positions = epoch.positions();
        for (SourceStore store : stores) {
            for (int partition : store.partitions()) {
                SourcePosition position = positions.get(new TopicPartition(store.topic(), partition));
                if (position != null) {
                    batch.position(store.id(), partition, position.offset());
                }
            }
        }
    }
}
