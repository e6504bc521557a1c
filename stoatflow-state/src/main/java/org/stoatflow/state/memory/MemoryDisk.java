package org.stoatflow.state.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StorePartition;

/**
 * Where an in-memory engine keeps its rows. A simulation that lets an application crash and start again gives the same
 * disk to the next engine, which finds the rows that were applied. In production the rows go with their engine.
 *
 * <p>Shared field: {@code version}, immutable data replaced as a whole by whoever applies, under this object's lock;
 * read by any thread.
 */
public final class MemoryDisk {
    /** All that is committed at one moment. */
    record Version(
            @Nullable RowTree rows,
            Map<StorePartition, ChangelogPosition> positions,
            Map<String, byte[]> metas,
            Set<Integer> followed,
            long allCurrentAtMs) {
        /** The same rows, followed by a run of these stores; the time of others no longer rises. */
        Version followedBy(Set<Integer> stores) {
            if (stores.equals(followed)) {
                return this;
            }
            Map<StorePartition, ChangelogPosition> frozen = new HashMap<>();
            positions.forEach((of, position) ->
                    frozen.put(of, followed.contains(of.storeId()) ? position.confirmedAt(allCurrentAtMs) : position));
            return new Version(rows, frozen, metas, Set.copyOf(stores), Long.MIN_VALUE);
        }
    }

    private final Map<String, Integer> ids = new HashMap<>();
    private volatile Version version = new Version(null, Map.of(), Map.of(), Set.of(), Long.MIN_VALUE);

    /** Makes an empty disk. */
    public MemoryDisk() {}

    Version version() {
        return version;
    }

    void version(Version next) {
        version = next;
    }

    /** The number of a store, given once. To be called with this object's lock. */
    int idOf(String store, int flag) {
        return ids.computeIfAbsent(store, name -> ids.size() | flag);
    }
}
