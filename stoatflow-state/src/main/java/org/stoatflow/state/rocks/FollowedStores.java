package org.stoatflow.state.rocks;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.DeclaredStore;

/**
 * The stores on the disk whose changelogs the coming run follows: those that it opens and that have a changelog. The
 * time at which "all positions are current" is about these stores alone. That of the run before is written into the
 * positions of its stores first: so the time is always one that was said behind all positions, and replaces theirs.
 * One thread, before anyone else.
 */
final class FollowedStores {
    private final RocksDB db;
    private final ColumnFamilyHandle meta;
    private final WriteBatch batch;

    /** @param batch takes what changes */
    FollowedStores(RocksDB db, ColumnFamilyHandle meta, WriteBatch batch) {
        this.db = db;
        this.meta = meta;
        this.batch = batch;
    }

    void follow(List<DeclaredStore> stores, Map<String, Integer> ids) throws RocksDBException {
        Set<Integer> followed = new TreeSet<>();
        Set<Integer> unlogged = new TreeSet<>();
        for (DeclaredStore store : stores) {
            (store.logging() ? followed : unlogged).add(ids.get(store.name()));
        }
        byte[] row = MetaRows.followed(followed);
        byte @Nullable [] before = db.get(meta, MetaRows.FOLLOWED_KEY);
        if (!Arrays.equals(row, before)) {
            batch.put(meta, MetaRows.FOLLOWED_KEY, row);
        }
        freeze(before == null ? followed : MetaRows.followed(before)); // format 1 did not say: taken for this run's
        for (int id : unlogged) { // what this run writes to them is in no changelog
            batch.deleteRange(meta, MetaRows.positionKey(id, 0), MetaRows.positionKey(id + 1, 0));
        }
    }

    private void freeze(Set<Integer> left) throws RocksDBException {
        byte[] currentAt = db.get(meta, MetaRows.ALL_CURRENT_KEY);
        if (currentAt == null) {
            return;
        }
        long currentAtMs = MetaRows.number(currentAt);
        batch.delete(meta, MetaRows.ALL_CURRENT_KEY);
        try (RocksIterator rows = db.newIterator(meta)) {
            for (rows.seek(new byte[] {MetaRows.POSITION}); isPosition(rows); rows.next()) {
                if (left.contains(MetaRows.storeOfPosition(rows.key()))) {
                    ChangelogPosition position = MetaRows.position(rows.value());
                    batch.put(meta, rows.key(), MetaRows.position(position.confirmedAt(currentAtMs)));
                }
            }
            rows.status();
        }
    }

    private static boolean isPosition(RocksIterator rows) {
        return rows.isValid() && rows.key()[0] == MetaRows.POSITION;
    }
}
