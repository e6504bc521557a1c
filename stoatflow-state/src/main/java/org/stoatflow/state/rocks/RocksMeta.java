package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
        requireKnownFormat(families.folder(), row);
        if (row == null || MetaRows.isFormatBefore(row)) {
            batch.put(meta, MetaRows.FORMAT_KEY, MetaRows.format());
        }
    }

    /** Refuses what a later version has written. */
    static void requireKnownFormat(Path folder, byte @Nullable [] row) {
        if (row != null && !MetaRows.isFormatBefore(row) && MetaRows.format(row) != MetaRows.FORMAT) {
            throw new ProcessorStateException("State folder " + folder + " has format " + MetaRows.format(row)
                    + ", and this version reads formats up to " + MetaRows.FORMAT
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
                Optional<StoreChange> change = StoreChange.of(families.folder(), store, row);
                if (change.isPresent()) {
                    requireRestorable(change.get());
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

    private static void requireRestorable(StoreChange change) {
        if (change.isRefused()) {
            throw new ProcessorStateException(change.sentence());
        }
        LOG.warn("{}", change.sentence());
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
