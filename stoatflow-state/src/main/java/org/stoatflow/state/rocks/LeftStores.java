package org.stoatflow.state.rocks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.StoreTopics;

/**
 * The stores that the last run has left in a folder, beside those that a topology needs.
 *
 * @param stores what there is of each store, by its name
 * @param changes what a start does with the stores that were written in another way, by their names
 * @param logs the topics of which stores were restored last, by their names ({@link StoreTopics#LOGS})
 * @param globals the topics of the stores that were global, by their names ({@link StoreTopics#GLOBALS})
 * @param state how old all of it is; empty where there is none
 */
public record LeftStores(
        Map<String, Left> stores,
        Map<String, StoreChange> changes,
        Map<String, String> logs,
        Map<String, String> globals,
        Optional<LeftState> state) {
    /** No stores. */
    public static final LeftStores NONE = new LeftStores(Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty());

    /**
     * What there is of a store.
     *
     * @param hasRows whether it has any
     * @param hasPosition whether any partition has a position in a changelog
     * @param removedAtMs since when no start has opened it, in milliseconds since 1970; empty where the last one did
     */
    public record Left(boolean hasRows, boolean hasPosition, OptionalLong removedAtMs) {
        /** Whether no changelog is known to have its rows. */
        public boolean isUnlogged() {
            return hasRows && !hasPosition;
        }
    }

    /** Whether a store has rows that no changelog is known to have. */
    public boolean hasUnlogged(String store) {
        Left there = stores.get(store);
        return there != null && there.isUnlogged();
    }

    /**
     * Reads a folder. Nothing in its database is changed.
     *
     * @param needed the stores that the topology has on disk
     * @throws org.stoatflow.state.StateDiskException if the database cannot be read, or is damaged as far as is known
     *     without reading all of it
     * @throws org.stoatflow.streams.errors.ProcessorStateException if a later version has written it
     */
    public static LeftStores read(
            StateFolder held, List<DeclaredStore> needed, RocksSettings settings, RocksTuning tuning) {
        if (!isReadable(held.path())) {
            return NONE;
        }
        try (RocksFamilies families = RocksFamilies.readOnly(held.database(), settings, tuning)) {
            return read(families, needed);
        } catch (RocksDBException failure) {
            throw RocksFailure.of(held.path(), "read", failure);
        }
    }

    /** Whether there is a database that can be read. */
    private static boolean isReadable(Path folder) {
        DatabaseFiles files = new DatabaseFiles(folder);
        files.requireUnmarked();
        files.requireWhole();
        return Files.exists(files.database().resolve("CURRENT"));
    }

    /**
     * Reads from which topics stores were restored last, by their names. Nothing in the folder is changed.
     *
     * @param folder a state folder that nobody uses
     * @throws org.stoatflow.state.StateDiskException if the database cannot be read
     * @throws org.stoatflow.streams.errors.ProcessorStateException if a later version has written it
     */
    public static Map<String, String> logs(Path folder) {
        if (!isReadable(folder)) {
            return Map.of();
        }
        try (RocksFamilies families =
                RocksFamilies.readOnly(StateFolder.database(folder), RocksSettings.defaults(), RocksTuning.NONE)) {
            ColumnFamilyHandle meta = families.family(RocksFamilies.META);
            RocksMeta.requireKnownFormat(folder, families.db().get(meta, MetaRows.FORMAT_KEY));
            return StoreTopics.read(families.db().get(meta, MetaRows.runtimeKey(StoreTopics.LOGS)));
        } catch (RocksDBException failure) {
            throw RocksFailure.of(folder, "read", failure);
        }
    }

    private static LeftStores read(RocksFamilies families, List<DeclaredStore> needed) throws RocksDBException {
        RocksDB db = families.db();
        ColumnFamilyHandle meta = families.family(RocksFamilies.META);
        RocksMeta.requireKnownFormat(families.folder(), db.get(meta, MetaRows.FORMAT_KEY));
        Map<String, Left> stores = new HashMap<>();
        Map<String, byte[]> known = new HashMap<>();
        Set<Integer> positioned = new HashSet<>();
        try (RocksIterator rows = db.newIterator(meta)) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                byte[] key = rows.key();
                if (key[0] == MetaRows.STORE) {
                    known.put(MetaRows.storeName(key), rows.value());
                } else if (key[0] == MetaRows.POSITION) {
                    positioned.add(MetaRows.storeOfPosition(key));
                }
            }
            rows.status();
        }
        try (RocksIterator rows = db.newIterator(families.family(RocksFamilies.KEY_VALUE))) {
            for (Map.Entry<String, byte[]> store : known.entrySet()) {
                int id = MetaRows.storeId(store.getValue());
                stores.put(
                        store.getKey(),
                        new Left(
                                hasRows(rows, id),
                                positioned.contains(id),
                                removedAt(db.get(meta, MetaRows.removedKey(id)))));
            }
        }
        Map<String, StoreChange> changes = new HashMap<>();
        for (DeclaredStore store : needed) {
            if (known.containsKey(store.name())) {
                StoreChange.of(families.folder(), store, known.get(store.name()))
                        .ifPresent(change -> changes.put(store.name(), change));
            }
        }
        return new LeftStores(
                stores,
                changes,
                StoreTopics.read(db.get(meta, MetaRows.runtimeKey(StoreTopics.LOGS))),
                StoreTopics.read(db.get(meta, MetaRows.runtimeKey(StoreTopics.GLOBALS))),
                Optional.of(LeftState.read(db, meta)));
    }

    private static OptionalLong removedAt(byte @Nullable [] row) {
        return row == null ? OptionalLong.empty() : OptionalLong.of(MetaRows.number(row));
    }

    private static boolean hasRows(RocksIterator rows, int storeId) throws RocksDBException {
        rows.seek(RowKey.first(storeId, 0));
        rows.status();
        return rows.isValid() && Arrays.compareUnsigned(rows.key(), RowKey.first(storeId + 1, 0)) < 0;
    }
}
