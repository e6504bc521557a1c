package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.ReachedTimes;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StateMetric;
import org.stoatflow.state.StateSnapshot;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.state.StorePartition;
import org.stoatflow.state.UseGate;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * State in one RocksDB. Rows, changelog positions and the runtime's rows of a batch are one RocksDB write, but for rows
 * that are loaded, see {@link RowFiles} and {@link RowPieces}; the
 * write-ahead log is on and not synced, so that a killed process loses nothing, and a machine that loses power falls
 * back to an older moment as a whole, which the changelogs repair.
 *
 * <p>Threads: any; each call is inside {@link UseGate} while it uses native memory. {@code held} has the scans and
 * snapshots that close must release: whoever makes one adds it before leaving the gate.
 */
public final class RocksStateEngine implements StateEngine {
    private static final Logger LOG = LoggerFactory.getLogger(RocksStateEngine.class);

    private final StateFolder folder;
    private final DatabaseFiles files;
    private final RocksFamilies families;
    private final RocksDB db;
    private final ColumnFamilyHandle rows;
    private final StoreIds ids;
    private final Map<Integer, StoreLoss> losses;
    private final UseGate gate;
    private final RocksEstimate estimate;
    private final RocksHolds held;
    private final ReachedTimes times = new ReachedTimes();

    /**
     * Shared. Written by: whoever meets it: lanes, readers, committer. Read by: committers, before they commit. Safe:
     * volatile, one way: a failure once there is one. Where two meet one at once, either is kept. A lane that has met
     * one writes it before it leaves the epoch. Proof: UnsoundStateTest, SharedFieldsTest.
     */
    private volatile @Nullable StateDiskException failure;

    private RocksStateEngine(StateFolder folder, DatabaseOpening.Opened opened, UseGate gate) {
        this.folder = folder;
        files = opened.files();
        families = opened.families();
        ids = opened.ids();
        losses = opened.losses();
        db = families.db();
        rows = families.family(RocksFamilies.KEY_VALUE);
        this.gate = gate;
        held = new RocksHolds(folder.path());
        estimate = new RocksEstimate(db, rows);
    }

    public static RocksStateEngine open(
            Path path, List<DeclaredStore> stores, RocksSettings settings, RocksTuning tuning, Removal removal) {
        return open(StateFolder.take(path), stores, settings, tuning, removal);
    }

    /** Opens what is in a folder that was taken. The engine gives it back, also where it cannot be opened. */
    public static RocksStateEngine open(
            StateFolder folder,
            List<DeclaredStore> stores,
            RocksSettings settings,
            RocksTuning tuning,
            Removal removal) {
        return open(folder, stores, settings, tuning, removal, new UseGate("The state in " + folder.path()));
    }

    /** With a gate of the caller's. */
    static RocksStateEngine open(
            StateFolder folder,
            List<DeclaredStore> stores,
            RocksSettings settings,
            RocksTuning tuning,
            Removal removal,
            UseGate gate) {
        boolean opened = false;
        try {
            DatabaseFiles files = new DatabaseFiles(folder.path());
            RocksStateEngine engine = new RocksStateEngine(
                    folder, new DatabaseOpening(files, stores, settings, tuning, removal).open(), gate);
            opened = true;
            return engine;
        } finally {
            if (!opened) {
                folder.close();
            }
        }
    }

    @Override
    public StoreLoss lossOf(int storeId) {
        return losses.getOrDefault(storeId, StoreLoss.NONE);
    }

    @Override
    public void requireSound() {
        StateDiskException met = failure;
        if (met != null) {
            throw met;
        }
    }

    @Override
    public int storeId(String name) {
        return ids.of(name);
    }

    @Override
    public byte @Nullable [] get(int storeId, int partition, byte[] key) {
        return read(rows, RowKey.of(storeId, partition, key));
    }

    private byte @Nullable [] read(ColumnFamilyHandle family, byte[] key) {
        int ticket = gate.enter();
        try {
            return db.get(family, key);
        } catch (RocksDBException cause) {
            throw failed("read", cause);
        } finally {
            gate.leave(ticket);
        }
    }

    @Override
    public CommittedScan scan(
            int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return scan(null, RowKey.low(storeId, partition, from), RowKey.high(storeId, partition, to), forward);
    }

    /**
     * Scans the rows between two row keys.
     *
     * @param as the snapshot that shows the rows; null for the rows as they are now
     */
    RocksScan scan(@Nullable Snapshot as, byte[] low, byte[] high, boolean forward) {
        int ticket = gate.enter();
        try {
            return held.add(new RocksScan(this, db, as, low, high, forward));
        } finally {
            gate.leave(ticket);
        }
    }

    @Override
    public StateSnapshot snapshot(int storeId) {
        int ticket = gate.enter();
        try {
            return held.add(new RocksSnapshot(this, db, storeId));
        } finally {
            gate.leave(ticket);
        }
    }

    UseGate gate() {
        return gate;
    }

    /** The rows of all stores. */
    ColumnFamilyHandle rows() {
        return rows;
    }

    private ColumnFamilyHandle meta() {
        return families.family(RocksFamilies.META);
    }

    void forget(RocksHold released) {
        held.forget(released);
    }

    @Override
    public long reachedMs(int storeId, int partition) {
        return times.of(storeId, partition);
    }

    @Override
    public long approximateEntries(int storeId, int partition) {
        int ticket = gate.enter();
        try {
            return estimate.entries(RowKey.first(storeId, partition), RowKey.end(storeId, partition));
        } catch (RocksDBException cause) {
            throw failed("read", cause);
        } finally {
            gate.leave(ticket);
        }
    }

    @Override
    public void apply(StateBatch batch) {
        batch.use();
        int ticket = gate.enter();
        try (WriteOptions options = new WriteOptions();
                WriteBatch writes = behindLoaded(batch, options)) {
            if (batch.loading() == StateBatch.Loading.AT_ONCE) {
                batch.writeTo(new RocksRows(writes, rows));
            }
            fillMeta(writes, batch);
            db.write(options, writes);
            times.raise(batch);
        } catch (RocksDBException cause) {
            throw failed("written", cause);
        } finally {
            gate.leave(ticket);
        }
    }

    /** Loads the rows that are to be loaded. Gives a batch for what comes behind them, with the last of them. */
    private WriteBatch behindLoaded(StateBatch batch, WriteOptions options) throws RocksDBException {
        return switch (batch.loading()) {
            case AT_ONCE -> new WriteBatch();
            case IN_PIECES -> {
                RowPieces pieces = new RowPieces(db, options, rows);
                new SortedRows(batch.packed()).writeTo(pieces);
                yield pieces.rest();
            }
            case AS_FILE -> {
                families.rowFiles().load(batch.packed());
                yield new WriteBatch();
            }
        };
    }

    private void fillMeta(WriteBatch writes, StateBatch batch) throws RocksDBException {
        for (Map.Entry<StorePartition, ChangelogPosition> position :
                batch.positions().entrySet()) {
            StorePartition of = position.getKey();
            writes.put(
                    meta(), MetaRows.positionKey(of.storeId(), of.partition()), MetaRows.position(position.getValue()));
        }
        for (Map.Entry<String, byte[]> row : batch.metas().entrySet()) {
            writes.put(meta(), MetaRows.runtimeKey(row.getKey()), row.getValue());
        }
        if (batch.isAllCurrent()) {
            writes.put(meta(), MetaRows.ALL_CURRENT_KEY, MetaRows.number(batch.nowMs()));
        }
    }

    @Override
    public boolean loadsFiles(int storeId) {
        return true;
    }

    @Override
    public @Nullable ChangelogPosition changelogPosition(int storeId, int partition) {
        byte[] row = read(meta(), MetaRows.positionKey(storeId, partition));
        if (row == null) {
            return null;
        }
        ChangelogPosition position = MetaRows.position(row);
        byte[] allCurrent = read(meta(), MetaRows.ALL_CURRENT_KEY);
        return allCurrent == null ? position : position.confirmedAt(MetaRows.number(allCurrent));
    }

    @Override
    public byte @Nullable [] meta(String key) {
        return read(meta(), MetaRows.runtimeKey(key));
    }

    @Override
    public void wipe(int storeId, int partition) {
        times.forget(storeId, partition);
        int ticket = gate.enter();
        try (WriteBatch writes = new WriteBatch();
                WriteOptions options = new WriteOptions()) {
            if (hasRows(storeId, partition)) { // else the deletion would be above each file that is loaded
                writes.deleteRange(rows, RowKey.first(storeId, partition), RowKey.end(storeId, partition));
            }
            writes.delete(meta(), MetaRows.positionKey(storeId, partition));
            db.write(options, writes);
        } catch (RocksDBException cause) {
            throw failed("written", cause);
        } finally {
            gate.leave(ticket);
        }
    }

    private boolean hasRows(int storeId, int partition) throws RocksDBException {
        try (RocksIterator any = db.newIterator(rows)) {
            any.seek(RowKey.first(storeId, partition));
            any.status();
            return any.isValid() && Arrays.compareUnsigned(any.key(), RowKey.end(storeId, partition)) < 0;
        }
    }

    /**
     * The failure as it is to be thrown. Damage is noted on disk, so that no later opening takes the rows as they are.
     */
    StateDiskException failed(String undone, RocksDBException cause) {
        StateDiskException met = RocksFailure.of(folder.path(), undone, cause);
        if (met.kind() == StateDiskException.Kind.DAMAGED) {
            files.mark(met);
        }
        if (failure == null) {
            failure = met;
        }
        return met;
    }

    @Override
    public Map<StateMetric, Double> metrics() {
        int ticket = gate.tryEnter();
        if (ticket == UseGate.CLOSED) {
            return Map.of();
        }
        try {
            return new RocksMetrics(db, rows).read();
        } finally {
            gate.leave(ticket);
        }
    }

    @Override
    public Runnable keepFolder() {
        return folder.keep();
    }

    /** Where a call does not come back, the folder is given back once it does. */
    @Override
    public void close() {
        boolean closes;
        try {
            closes = gate.close();
        } catch (ProcessorStateException stuck) {
            freeLater();
            throw stuck;
        }
        if (closes) {
            free();
        }
    }

    private void freeLater() {
        Thread.ofPlatform().daemon().name("stoatflow-state-close").start(() -> {
            gate.awaitEmpty();
            families.awaitSpaceReturn();
            free();
            LOG.info("The state in {} is closed, since the last call of it has come back", folder.path());
        });
    }

    /** The folder stays ours as long as the database is open. */
    private void free() {
        try {
            held.release();
            families.close();
            files.noteManifest();
        } finally {
            if (families.isInUse()) {
                freeLater();
            } else {
                folder.close();
            }
        }
    }

    /** The database. */
    RocksFamilies families() {
        return families;
    }
}
