package org.stoatflow.state.rocks;

import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * What the last run has left in a folder, as it is told without opening the folder for a run.
 *
 * @param currentAtMs when positions of stores were last known to be at the ends of their changelogs, in milliseconds
 *     since 1970; empty where none ever was
 * @param restorable the names of the stores that a changelog brings back
 * @param others the names of the other stores
 */
public record LeftState(OptionalLong currentAtMs, Set<String> restorable, Set<String> others) {
    /**
     * Reads a folder. Nothing in it is changed.
     *
     * @return what is there; empty where there is no database
     * @throws org.stoatflow.state.StateDiskException if the database cannot be read
     */
    public static Optional<LeftState> read(StateFolder held, RocksSettings settings, RocksTuning tuning) {
        if (!Files.exists(held.database().resolve("CURRENT"))) {
            return Optional.empty();
        }
        try (RocksFamilies families = RocksFamilies.readOnly(held.database(), settings, tuning)) {
            return Optional.of(read(families.db(), families.family(RocksFamilies.META)));
        } catch (RocksDBException failure) {
            throw RocksFailure.of(held.path(), "read", failure);
        }
    }

    private static LeftState read(RocksDB db, ColumnFamilyHandle meta) throws RocksDBException {
        Map<Integer, String> names = new HashMap<>();
        Set<Integer> positioned = new TreeSet<>();
        OptionalLong newest = OptionalLong.empty();
        try (RocksIterator rows = db.newIterator(meta)) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                byte[] key = rows.key();
                if (key[0] == MetaRows.STORE) {
                    names.put(MetaRows.storeId(rows.value()), MetaRows.storeName(key));
                } else if (key[0] == MetaRows.POSITION) {
                    positioned.add(MetaRows.storeOfPosition(key));
                    newest = later(newest, MetaRows.position(rows.value()).appliedAtMs());
                }
            }
            rows.status();
        }
        byte[] allCurrent = db.get(meta, MetaRows.ALL_CURRENT_KEY);
        Set<String> restorable = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        names.forEach((id, name) -> (positioned.contains(id) ? restorable : others).add(name));
        return new LeftState(
                allCurrent == null ? newest : later(newest, MetaRows.number(allCurrent)), restorable, others);
    }

    private static OptionalLong later(OptionalLong one, long another) {
        return OptionalLong.of(Math.max(one.orElse(another), another));
    }
}
