package org.stoatflow.state.rocks;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StoreTime;
import org.stoatflow.state.StoreTopics;

/**
 * The stores on the disk that the coming run does not open. It is noted since when that is so; a store that has been
 * missing for too long is purged: its rows, its positions, its number and the runtime's rows about it go in the one
 * write of the opening, so that it is afterwards as if the store had never been on this disk. Where the application has
 * a store of the name elsewhere, the runtime's rows are about that one, and stay. A store without a
 * changelog position has no changelog (or no rows): nothing brings its rows back, and so they stay. One thread, before
 * anyone else.
 */
final class RemovedStores {
    private static final Logger LOG = LoggerFactory.getLogger(RemovedStores.class);

    private final RocksFamilies families;
    private final RocksDB db;
    private final ColumnFamilyHandle rows;
    private final ColumnFamilyHandle meta;
    private final WriteBatch batch;

    /** @param batch takes what changes, behind what else changes positions */
    RemovedStores(RocksFamilies families, WriteBatch batch) {
        this.families = families;
        this.batch = batch;
        db = families.db();
        rows = families.family(RocksFamilies.KEY_VALUE);
        meta = families.family(RocksFamilies.META);
    }

    /** @param onDisk the rows of the stores on the disk, by name */
    void settle(Map<String, byte[]> onDisk, Set<String> opened, Removal removal) throws RocksDBException {
        Set<String> forgotten = new TreeSet<>();
        for (Map.Entry<String, byte[]> store : onDisk.entrySet()) {
            String name = store.getKey();
            int id = MetaRows.storeId(store.getValue());
            byte[] removedAt = db.get(meta, MetaRows.removedKey(id));
            if (opened.contains(name)) {
                if (removedAt != null) {
                    batch.delete(meta, MetaRows.removedKey(id));
                }
            } else if (removedAt == null || removal.isAhead(MetaRows.number(removedAt))) {
                note(name, id, removal);
            } else if (removal.isDue(MetaRows.number(removedAt)) && isRestorable(id)) {
                purge(name, id);
                if (!removal.elsewhere().contains(name)) {
                    forgetTimes(name);
                    forgotten.add(name);
                }
                LOG.info(
                        "Store {} is deleted from {}: the topology does not have it on disk since {}",
                        name,
                        families.folder(),
                        Duration.ofMillis(removal.nowMs() - MetaRows.number(removedAt)));
            }
        }
        if (!forgotten.isEmpty()) {
            forgetTopics(forgotten);
        }
    }

    private void note(String name, int id, Removal removal) throws RocksDBException {
        if (!removal.isNoted()) {
            return;
        }
        batch.put(meta, MetaRows.removedKey(id), MetaRows.number(removal.nowMs()));
        if (isRestorable(id)) {
            LOG.info(
                    "Store {} in {} is not in the topology any more, or not on disk: it is kept for {} ms"
                            + " (stoatflow.state.removed.stores.keep.ms), and deleted by the first start after that",
                    name,
                    families.folder(),
                    removal.keepMs());
        } else {
            LOG.info(
                    "Store {} in {} is not in the topology any more, or not on disk, and has no changelog that could"
                            + " bring its rows back: they stay there until the state folder is deleted",
                    name,
                    families.folder());
        }
    }

    private boolean isRestorable(int id) throws RocksDBException {
        return hasRow(meta, MetaRows.positionKey(id, 0), MetaRows.positionKey(id + 1, 0))
                || !hasRow(rows, RowKey.first(id, 0), RowKey.first(id + 1, 0));
    }

    private boolean hasRow(ColumnFamilyHandle family, byte[] from, byte[] to) throws RocksDBException {
        try (RocksIterator found = db.newIterator(family)) {
            found.seek(from);
            found.status();
            return found.isValid() && Arrays.compareUnsigned(found.key(), to) < 0;
        }
    }

    private void purge(String name, int id) throws RocksDBException {
        batch.deleteRange(rows, RowKey.first(id, 0), RowKey.first(id + 1, 0));
        batch.deleteRange(meta, MetaRows.positionKey(id, 0), MetaRows.positionKey(id + 1, 0));
        batch.delete(meta, MetaRows.storeKey(name));
        batch.delete(meta, MetaRows.removedKey(id));
        batch.put(meta, MetaRows.purgedKey(id), new byte[0]);
    }

    private void forgetTimes(String name) throws RocksDBException {
        for (StoreTime time : StoreTime.values()) {
            forget(time, name);
        }
    }

    private void forget(StoreTime time, String name) throws RocksDBException {
        byte[] first = MetaRows.runtimeKey(time.firstRow(name));
        try (RocksIterator found = db.newIterator(meta)) {
            for (found.seek(first); found.isValid() && startsWith(found.key(), first); found.next()) {
                if (time.isOf(MetaRows.runtimeName(found.key()), name)) {
                    batch.delete(meta, found.key());
                }
            }
            found.status();
        }
    }

    private static boolean startsWith(byte[] key, byte[] first) {
        return key.length >= first.length && Arrays.equals(key, 0, first.length, first, 0, first.length);
    }

    private void forgetTopics(Set<String> stores) throws RocksDBException {
        for (String row : StoreTopics.ROWS) {
            byte[] lines = db.get(meta, MetaRows.runtimeKey(row));
            if (lines != null) {
                batch.put(meta, MetaRows.runtimeKey(row), StoreTopics.without(lines, stores));
            }
        }
    }
}
