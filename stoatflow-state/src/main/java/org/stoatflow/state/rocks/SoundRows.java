package org.stoatflow.state.rocks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.stoatflow.state.StateDiskException;

/**
 * Copies what is sound of a damaged database into a new one: the stores of which each row can be read. RocksDB checks
 * each block that it reads, so a store that is read to its end is whole. A store that is not loses its rows and
 * positions in the copy, and keeps its number. The damaged database is only read. One thread.
 */
final class SoundRows {
    private static final int BATCH_BYTES = 1 << 20;
    private static final long MEMORY_BYTES_MIN = 8 << 20;

    private final DatabaseFiles files;
    private final RocksSettings settings;
    private final RocksTuning tuning;

    /** What could be done. */
    sealed interface Copy {}

    /** @param why what RocksDB says of the database, of which nothing can be read */
    record Nothing(String why) implements Copy {}

    /**
     * @param lost the stores that could not be read to their ends, with what RocksDB says of each
     * @param unlogged those of them that have no position in any changelog
     */
    record Copied(Map<String, String> lost, Set<String> unlogged) implements Copy {}

    private record Row(byte[] key, byte[] value) {}

    SoundRows(DatabaseFiles files, RocksSettings settings, RocksTuning tuning) {
        this.files = files;
        this.settings = settings.withMemoryBytes(Math.max(MEMORY_BYTES_MIN, settings.memoryBytes() / 2));
        this.tuning = tuning;
    }

    /**
     * Copies.
     *
     * @throws StateDiskException if anything but damage is in the way
     */
    Copy copy() {
        if (files.isManifestDamaged() || !RocksFamilies.areIn(files.database())) {
            return new Nothing("its file CURRENT, or the MANIFEST named there, is not whole");
        }
        try (RocksFamilies from = RocksFamilies.readOnly(files.database(), settings, tuning)) {
            List<Row> metas = new ArrayList<>();
            StateDiskException damage = read(from, RocksFamilies.META, null, null, metas::add);
            if (damage != null) {
                return new Nothing(said(damage));
            }
            try (RocksFamilies to = new RocksFamilies(files.copying(), settings, tuning)) {
                return copy(from, metas, to);
            }
        } catch (StateDiskException failure) {
            if (failure.kind() != StateDiskException.Kind.DAMAGED) {
                throw failure;
            }
            return new Nothing(said(failure));
        } catch (RocksDBException failure) {
            throw RocksFailure.of(files.copying(), "written", failure);
        }
    }

    private Copied copy(RocksFamilies from, List<Row> metas, RocksFamilies to) throws RocksDBException {
        Map<String, String> lost = new TreeMap<>();
        Map<Integer, String> unlogged = new HashMap<>(); // until a position is found
        Set<Integer> lostIds = new HashSet<>();
        try (Target target = new Target(to)) {
            for (Row meta : metas) {
                if (meta.key()[0] == MetaRows.STORE) {
                    int id = MetaRows.storeId(meta.value());
                    byte[] first = RowKey.first(id, 0);
                    byte[] end = RowKey.first(id + 1, 0);
                    StateDiskException damage = read(from, RocksFamilies.KEY_VALUE, first, end, target::put);
                    if (damage != null) {
                        lost.put(MetaRows.storeName(meta.key()), said(damage));
                        lostIds.add(id);
                        unlogged.put(id, MetaRows.storeName(meta.key()));
                        target.remove(first, end);
                    }
                }
            }
            for (Row meta : metas) {
                boolean ofLost =
                        meta.key()[0] == MetaRows.POSITION && lostIds.contains(MetaRows.storeOfPosition(meta.key()));
                if (ofLost) {
                    unlogged.remove(MetaRows.storeOfPosition(meta.key()));
                } else {
                    target.putMeta(meta);
                }
            }
            target.flush();
        }
        return new Copied(lost, Set.copyOf(unlogged.values()));
    }

    private static String said(StateDiskException damage) {
        return String.valueOf(
                damage.getCause() == null
                        ? damage.getMessage()
                        : damage.getCause().getMessage());
    }

    /** Takes rows. */
    private interface Taker {
        void take(Row row) throws RocksDBException;
    }

    /** Reads rows in order; returns what ended it before the end, if that is damage. */
    private @Nullable StateDiskException read(
            RocksFamilies from, String family, byte @Nullable [] first, byte @Nullable [] end, Taker taker)
            throws RocksDBException {
        try (Natives natives = new Natives()) {
            ReadOptions options = natives.hold(new ReadOptions()).setFillCache(false);
            if (end != null) {
                options.setIterateUpperBound(natives.hold(new Slice(end)));
            }
            RocksIterator rows = natives.hold(from.db().newIterator(from.family(family), options));
            if (first == null) {
                rows.seekToFirst();
            } else {
                rows.seek(first);
            }
            for (; rows.isValid(); rows.next()) {
                taker.take(new Row(rows.key(), rows.value()));
            }
            return damage(rows);
        }
    }

    private @Nullable StateDiskException damage(RocksIterator rows) {
        try {
            rows.status();
            return null;
        } catch (RocksDBException failure) {
            StateDiskException disk = RocksFailure.of(files.folder(), "read", failure);
            if (disk.kind() != StateDiskException.Kind.DAMAGED) {
                throw disk;
            }
            return disk;
        }
    }

    /** Writes to the copy, which nobody reads until it is whole: so without a write-ahead log. */
    private static final class Target implements AutoCloseable {
        private final RocksFamilies to;
        private final ColumnFamilyHandle rows;
        private final Natives natives = new Natives();
        private final WriteBatch batch = natives.hold(new WriteBatch());
        private final WriteOptions options = natives.hold(new WriteOptions()).setDisableWAL(true);

        Target(RocksFamilies to) {
            this.to = to;
            rows = to.family(RocksFamilies.KEY_VALUE);
        }

        void put(Row row) throws RocksDBException {
            batch.put(rows, row.key(), row.value());
            writeIfFull();
        }

        void putMeta(Row row) throws RocksDBException {
            batch.put(to.family(RocksFamilies.META), row.key(), row.value());
            writeIfFull();
        }

        void remove(byte[] first, byte[] end) throws RocksDBException {
            batch.deleteRange(rows, first, end);
        }

        private void writeIfFull() throws RocksDBException {
            if (batch.getDataSize() >= BATCH_BYTES) {
                write();
            }
        }

        private void write() throws RocksDBException {
            to.db().write(options, batch);
            batch.clear();
        }

        void flush() throws RocksDBException {
            write();
            try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
                to.db().flush(wait, List.of(rows, to.family(RocksFamilies.META)));
            }
        }

        @Override
        public void close() {
            natives.close();
        }
    }
}
