package org.stoatflow.state.rocks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.errors.ProcessorStateException;

/** Checks and completes the {@code meta} family when the database is opened. One thread, before anyone else. */
final class RocksMeta {
    private static final Logger LOG = LoggerFactory.getLogger(RocksMeta.class);

    private final RocksFamilies families;
    private final Map<Integer, StoreLoss> losses = new HashMap<>();
    private final RocksDB db;
    private final ColumnFamilyHandle meta;
    private final ColumnFamilyHandle rows;

    RocksMeta(RocksFamilies families) {
        this.families = families;
        db = families.db();
        meta = families.family(RocksFamilies.META);
        rows = families.family(RocksFamilies.KEY_VALUE);
    }

    /** The numbers of the stores: those on disk, and new ones, written before this returns, for new stores. */
    StoreIds open(List<DeclaredStore> stores, Removal removal) {
        try (WriteBatch batch = new WriteBatch();
                WriteOptions options = new WriteOptions()) {
            checkFormat(batch);
            Map<String, Integer> ids = ids(stores, batch);
            new FollowedStores(db, meta, batch).follow(stores, ids);
            for (int id : losses.keySet()) { // last, since positions are written above
                batch.deleteRange(rows, RowKey.first(id, 0), RowKey.first(id + 1, 0));
                batch.deleteRange(meta, MetaRows.positionKey(id, 0), MetaRows.positionKey(id + 1, 0));
            }
            new RemovedStores(families, batch).settle(known(), ids.keySet(), removal);
            db.write(options, batch);
            families.returnSpace();
            return new StoreIds(ids);
        } catch (RocksDBException failure) {
            throw RocksFailure.of(families.folder(), "read", failure);
        }
    }

    /** The stores that were emptied when the database was opened, by number. */
    Map<Integer, StoreLoss> losses() {
        return losses;
    }

    private void checkFormat(WriteBatch batch) throws RocksDBException {
        byte[] row = db.get(meta, MetaRows.FORMAT_KEY);
        if (row == null && (hasRows(rows) || hasRows(meta))) {
            throw new ProcessorStateException("Database " + families.folder() + " has rows, and does not say in which"
                    + " format: another program has written it, or it has lost what says so. Bring it back from a copy,"
                    + " or move it away to restore the state from its changelogs");
        }
        if (row == null || MetaRows.isFormatBefore(row)) {
            batch.put(meta, MetaRows.FORMAT_KEY, MetaRows.format());
        } else if (MetaRows.format(row) != MetaRows.FORMAT) {
            throw new ProcessorStateException("State folder " + families.folder() + " has format "
                    + MetaRows.format(row) + ", and this version reads formats up to " + MetaRows.FORMAT
                    + ": use the version that wrote it, or delete the folder to restore the state from its changelogs");
        }
    }

    private boolean hasRows(ColumnFamilyHandle family) throws RocksDBException {
        try (RocksIterator any = db.newIterator(family)) {
            any.seekToFirst();
            any.status();
            return any.isValid();
        }
    }

    private Map<String, Integer> ids(List<DeclaredStore> stores, WriteBatch batch) throws RocksDBException {
        Map<String, byte[]> known = known();
        int least = known.values().stream().mapToInt(MetaRows::storeId).max().orElse(-1) + 1;
        int before = MetaRows.nextId(db.get(meta, MetaRows.NEXT_ID_KEY));
        int next = Math.max(least, before);
        Map<String, Integer> ids = new HashMap<>();
        for (DeclaredStore store : stores) {
            byte[] row = known.get(store.name());
            if (row == null) {
                batch.put(meta, MetaRows.storeKey(store.name()), MetaRows.store(next, store));
                ids.put(store.name(), next++);
            } else {
                int id = MetaRows.storeId(row);
                ids.put(store.name(), id);
                if (!isWrittenAs(store, row)) {
                    losses.put(id, StoreLoss.OTHER_LAYOUT);
                    batch.put(meta, MetaRows.storeKey(store.name()), MetaRows.store(id, store));
                }
            }
        }
        if (next != before) {
            batch.put(meta, MetaRows.NEXT_ID_KEY, MetaRows.nextId(next));
        }
        return ids;
    }

    /**
     * Whether a store's rows are as the topology needs them. If not, the changelog has all that is needed to write them
     * anew, as long as the kind of the store is the same.
     */
    private boolean isWrittenAs(DeclaredStore store, byte[] row) {
        if (MetaRows.layoutCode(row) == store.layout().code() && MetaRows.segmentMs(row) == store.segmentMs()) {
            return true;
        }
        Optional<RowLayout> written = RowLayout.of(MetaRows.layoutCode(row));
        String change = "State folder " + families.folder() + ": the rows of store " + store.name()
                + " were written with layout " + written.map(RowLayout::name).orElse("unknown")
                + segments(MetaRows.segmentMs(row)) + ", and the topology now needs layout " + store.layout()
                + segments(store.segmentMs());
        if (!store.logging()) {
            throw new ProcessorStateException(change + ". No changelog has these rows: rename the store, or take back"
                    + " the change; or move the folder away, to go on without them");
        }
        if (written.isEmpty() || !written.get().hasChangelogOf(store.layout())) {
            throw new ProcessorStateException(change + ". That is another kind of store, which cannot read the"
                    + " changelog of the one before: rename the store, or take back the change");
        }
        LOG.warn("{}. The store is restored from its changelog; the other stores are kept", change);
        return false;
    }

    private static String segments(long segmentMs) {
        return segmentMs == 0 ? "" : " in segments of " + segmentMs + " ms";
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
