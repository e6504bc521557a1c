package org.stoatflow.state.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.StoreTime;
import org.stoatflow.state.StoreTopics;

/**
 * Where an in-memory engine keeps its rows. A simulation that lets an application crash and start again gives the same
 * disk to the next engine, which finds the rows that were applied. In production the rows go with their engine.
 *
 * <p>Shared field: {@code version}, immutable data replaced as a whole by whoever applies, under this object's lock;
 * read by any thread.
 */
public final class MemoryDisk {
    private static final long NEVER = Long.MIN_VALUE;

    /** All that is committed at one moment. */
    record Version(
            @Nullable RowTree rows,
            Map<StorePartition, ChangelogPosition> positions,
            Map<String, byte[]> metas,
            Set<Integer> followed,
            long allCurrentAtMs) {
        /** The same rows, followed by a run of these stores, which has not said yet when they are current. */
        Version followedBy(Set<Integer> stores) {
            if (allCurrentAtMs == NEVER) {
                return new Version(rows, positions, metas, Set.copyOf(stores), NEVER);
            }
            Map<StorePartition, ChangelogPosition> frozen = new HashMap<>();
            positions.forEach((of, position) ->
                    frozen.put(of, followed.contains(of.storeId()) ? position.confirmedAt(allCurrentAtMs) : position));
            return new Version(rows, frozen, metas, Set.copyOf(stores), NEVER);
        }

        /** The stored position, as of when all were said to be current, if they were since. */
        @Nullable
        ChangelogPosition position(StorePartition of) {
            ChangelogPosition stored = positions.get(of);
            return stored == null || allCurrentAtMs == NEVER ? stored : stored.confirmedAt(allCurrentAtMs);
        }

        /** Without the rows and positions of a store. */
        Version without(int id) {
            MemoryRows left = new MemoryRows(rows);
            left.deleteStore(id);
            Map<StorePartition, ChangelogPosition> leftPositions = new HashMap<>(positions);
            leftPositions.keySet().removeIf(of -> of.storeId() == id);
            return new Version(left.tree(), leftPositions, metas, followed, allCurrentAtMs);
        }

        /** Without what is kept by the name of a store. */
        Version without(String store) {
            Map<String, byte[]> leftMetas = new HashMap<>(metas);
            leftMetas.keySet().removeIf(row -> StoreTime.isAnyOf(row, store));
            for (String row : StoreTopics.ROWS) {
                leftMetas.computeIfPresent(row, (same, lines) -> StoreTopics.without(lines, Set.of(store)));
            }
            return new Version(rows, positions, leftMetas, followed, allCurrentAtMs);
        }

        /** Whether a purge of the store would lose nothing for good. */
        boolean isRestorable(int id) {
            boolean isEmpty = MemoryRows.low(rows, id, 0, null) == MemoryRows.low(rows, id + 1, 0, null);
            return isEmpty || positions.keySet().stream().anyMatch(of -> of.storeId() == id);
        }
    }

    private final Map<String, Integer> ids = new HashMap<>(); // guarded by this
    private final Map<String, Long> removedAtMs = new HashMap<>(); // guarded by this
    private int nextId; // guarded by this

    /**
     * Shared. Written by: whoever writes a file's content. Read by: readers. Safe: volatile. Proof: SharedFieldsTest.
     */
    private volatile Version version = new Version(null, Map.of(), Map.of(), Set.of(), NEVER);

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
        return ids.computeIfAbsent(store, name -> nextId++ | flag);
    }

    /** Notes which stores are not opened any more, and deletes those that are to go. To be called with the lock. */
    void settleRemoved(Set<String> opened, Removal removal) {
        removedAtMs.keySet().removeAll(opened);
        if (!removal.isNoted()) {
            return;
        }
        Map.copyOf(ids).forEach((store, id) -> {
            if (opened.contains(store)) {
                return;
            }
            long removed = removedAtMs.merge(store, removal.nowMs(), Math::min);
            if (removal.isDue(removed) && version.isRestorable(id)) {
                version = version.without(id);
                if (!removal.elsewhere().contains(store)) {
                    version = version.without(store);
                }
                ids.remove(store);
                removedAtMs.remove(store);
            }
        });
    }
}
