package org.stoatflow.state.rocks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.stoatflow.streams.StreamsConfig;

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
     * @throws org.stoatflow.streams.errors.ProcessorStateException if a later version has written it
     */
    public static Optional<LeftState> read(StateFolder held, RocksSettings settings, RocksTuning tuning) {
        if (!Files.exists(held.database().resolve("CURRENT"))) {
            return Optional.empty();
        }
        try (RocksFamilies families = RocksFamilies.readOnly(held.database(), settings, tuning)) {
            ColumnFamilyHandle meta = families.family(RocksFamilies.META);
            RocksMeta.requireKnownFormat(families.folder(), families.db().get(meta, MetaRows.FORMAT_KEY));
            return Optional.of(read(families.db(), meta));
        } catch (RocksDBException failure) {
            throw RocksFailure.of(held.path(), "read", failure);
        }
    }

    static LeftState read(RocksDB db, ColumnFamilyHandle meta) throws RocksDBException {
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

    /**
     * Whether it is too old to be used by a start. State that never was current has no age.
     *
     * @param nowMs the time of the start, in milliseconds since 1970
     * @param maxAgeMs {@code state.cleanup.dir.max.age.ms}
     */
    public boolean isTooOld(long nowMs, long maxAgeMs) {
        return maxAgeMs != StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED
                && currentAtMs.isPresent()
                && nowMs - maxAgeMs > currentAtMs.getAsLong();
    }

    /** What a start does with state that is too old, without a full stop at its end. */
    public String sentence(Path folder, long nowMs, long maxAgeMs) {
        return "State folder " + folder + " was last current "
                + Duration.ofMillis(nowMs - currentAtMs.orElseThrow()) + " ago, and "
                + StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG + "=" + maxAgeMs
                + " ms: all in it is deleted. Stores " + restorable + " are restored from their changelogs"
                + (others.isEmpty() ? "" : "; the rows of stores " + others + ", which have none, are gone");
    }

    private static OptionalLong later(OptionalLong one, long another) {
        return OptionalLong.of(Math.max(one.orElse(another), another));
    }
}
