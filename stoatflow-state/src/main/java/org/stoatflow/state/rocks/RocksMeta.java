package org.stoatflow.state.rocks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StoreIds;
import org.stoatflow.streams.errors.ProcessorStateException;

/** Checks and completes the {@code meta} family when the database is opened. One thread, before anyone else. */
final class RocksMeta {
    private final RocksFamilies families;
    private final RocksDB db;
    private final ColumnFamilyHandle meta;

    RocksMeta(RocksFamilies families) {
        this.families = families;
        db = families.db();
        meta = families.family(RocksFamilies.META);
    }

    /** The numbers of the stores: those on disk, and new ones, written before this returns, for new stores. */
    StoreIds open(List<DeclaredStore> stores) {
        try (WriteBatch batch = new WriteBatch();
                WriteOptions options = new WriteOptions()) {
            checkFormat(batch);
            Map<String, Integer> ids = ids(stores, batch);
            new FollowedStores(db, meta, batch).follow(stores, ids);
            db.write(options, batch);
            return new StoreIds(ids);
        } catch (RocksDBException failure) {
            throw new ProcessorStateException(
                    "State folder " + families.folder() + " cannot be read: " + failure.getMessage(), failure);
        }
    }

    private void checkFormat(WriteBatch batch) throws RocksDBException {
        byte[] row = db.get(meta, MetaRows.FORMAT_KEY);
        if (row == null || MetaRows.format(row) == MetaRows.FORMAT_BEFORE) {
            batch.put(meta, MetaRows.FORMAT_KEY, MetaRows.format());
        } else if (MetaRows.format(row) != MetaRows.FORMAT) {
            throw new ProcessorStateException("State folder " + families.folder() + " has format "
                    + MetaRows.format(row) + ", and this version reads format " + MetaRows.FORMAT
                    + ": use the version that wrote it, or delete the folder to restore the state from its changelogs");
        }
    }

    private Map<String, Integer> ids(List<DeclaredStore> stores, WriteBatch batch) throws RocksDBException {
        Map<String, byte[]> known = known();
        int next = known.values().stream().mapToInt(MetaRows::storeId).max().orElse(-1) + 1;
        Map<String, Integer> ids = new HashMap<>();
        for (DeclaredStore store : stores) {
            byte[] row = known.get(store.name());
            if (row == null) {
                batch.put(meta, MetaRows.storeKey(store.name()), MetaRows.store(next, store));
                ids.put(store.name(), next++);
            } else {
                checkLayout(store, row);
                ids.put(store.name(), MetaRows.storeId(row));
            }
        }
        return ids;
    }

    private void checkLayout(DeclaredStore store, byte[] row) {
        byte wanted = store.layout().code();
        if (MetaRows.layoutCode(row) != wanted) {
            throw new ProcessorStateException("State folder " + families.folder() + ": the rows of store "
                    + store.name() + " were written with layout " + layoutName(MetaRows.layoutCode(row))
                    + " and the topology now needs " + layoutName(wanted)
                    + ": rename the store, or delete the folder to restore the state from its changelogs");
        }
        if (MetaRows.segmentMs(row) != store.segmentMs()) {
            throw new ProcessorStateException("State folder " + families.folder() + ": the rows of store "
                    + store.name() + " were written in segments of " + MetaRows.segmentMs(row)
                    + " ms, and the topology now needs segments of " + store.segmentMs()
                    + " ms, since the store's retention was changed: delete the folder to restore the state from its"
                    + " changelogs, or rename the store");
        }
    }

    private static String layoutName(byte code) {
        for (RowLayout layout : RowLayout.values()) {
            if (layout.code() == code) {
                return layout.name();
            }
        }
        return "unknown (" + code + ")";
    }

    private Map<String, byte[]> known() throws RocksDBException {
        Map<String, byte[]> known = new HashMap<>();
        try (RocksIterator rows = db.newIterator(meta)) {
            for (rows.seek(new byte[] {MetaRows.STORE}); isStore(rows); rows.next()) {
                known.put(MetaRows.storeName(rows.key()), rows.value());
            }
            rows.status();
        }
        return known;
    }

    private static boolean isStore(RocksIterator rows) {
        return rows.isValid() && rows.key()[0] == MetaRows.STORE;
    }
}
