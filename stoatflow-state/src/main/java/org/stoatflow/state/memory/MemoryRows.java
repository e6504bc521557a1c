package org.stoatflow.state.memory;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.StateBatch;

/** Makes a changed tree of a tree and the rows of a batch. One thread. */
final class MemoryRows implements StateBatch.RowSink<RuntimeException> {
    private static final byte[] LEAST = new byte[0];

    private @Nullable RowTree tree;

    MemoryRows(@Nullable RowTree tree) {
        this.tree = tree;
    }

    @Nullable
    RowTree tree() {
        return tree;
    }

    @Override
    public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
        long prefix = RowTree.prefix(storeId, partition);
        tree = storedValue == null ? RowTree.remove(tree, prefix, key) : RowTree.put(tree, prefix, key, storedValue);
    }

    @Override
    public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
        deleteRanks(low(tree, storeId, partition, from), high(tree, storeId, partition, to));
    }

    /** Deletes all rows of a store. */
    void deleteStore(int storeId) {
        deleteRanks(low(tree, storeId, 0, null), low(tree, storeId + 1, 0, null));
    }

    private void deleteRanks(int first, int behind) {
        for (int left = behind - first; left > 0; left--) {
            RowTree row = RowTree.select(tree, first);
            if (row != null) {
                tree = RowTree.remove(tree, row.prefix, row.key);
            }
        }
    }

    /** The rank of the first row of a range; null is no bound. */
    static int low(@Nullable RowTree tree, int storeId, int partition, byte @Nullable [] from) {
        return RowTree.rank(tree, RowTree.prefix(storeId, partition), from == null ? LEAST : from);
    }

    /** The rank of the first row behind a range; null is no bound. */
    static int high(@Nullable RowTree tree, int storeId, int partition, byte @Nullable [] to) {
        long prefix = RowTree.prefix(storeId, partition);
        return to == null ? RowTree.rank(tree, prefix + 1, LEAST) : RowTree.rank(tree, prefix, to);
    }
}
