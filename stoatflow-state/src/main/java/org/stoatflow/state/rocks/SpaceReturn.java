package org.stoatflow.state.rocks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Gives the disk space of purged stores back, while the database is in use. Their rows are deleted already; but a range
 * deletion frees nothing until a compaction comes by, which may be never where little is written. RocksDB's own threads
 * compact; a thread of this class waits for them. What a close has cut off is done after the next opening.
 *
 * <p>Threads: {@link #begin} and {@link #close} are called by those that open and close the database.
 */
final class SpaceReturn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpaceReturn.class);
    private static final long CLOSE_WAIT_MS = 30_000;

    private final RocksDB db;
    private final ColumnFamilyHandle rows;
    private final ColumnFamilyHandle meta;
    private final List<Integer> purged;
    private final CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(false);
    private final Thread thread;

    /**
     * Shared. Written by: who closes the database. Read by: its own thread. Safe: volatile, one way; the close waits
     * for that thread's end before the database goes. Proof: SharedFieldsTest.
     */
    private volatile boolean closing;

    private SpaceReturn(RocksDB db, ColumnFamilyHandle rows, ColumnFamilyHandle meta, List<Integer> purged) {
        this.db = db;
        this.rows = rows;
        this.meta = meta;
        this.purged = purged;
        thread = Thread.ofPlatform().daemon().name("stoatflow-space-return").unstarted(this::run);
    }

    /** Begins, or gives null where no purged store has rows on the disk. */
    static @Nullable SpaceReturn begin(RocksDB db, ColumnFamilyHandle rows, ColumnFamilyHandle meta)
            throws RocksDBException {
        List<Integer> purged = new ArrayList<>();
        try (RocksIterator found = db.newIterator(meta)) {
            for (found.seek(new byte[] {MetaRows.PURGED}); isPurged(found); found.next()) {
                purged.add(MetaRows.storeOfPurged(found.key()));
            }
            found.status();
        }
        if (purged.isEmpty()) {
            return null;
        }
        SpaceReturn begun = new SpaceReturn(db, rows, meta, purged);
        begun.thread.start();
        return begun;
    }

    private static boolean isPurged(RocksIterator found) {
        return found.isValid() && found.key()[0] == MetaRows.PURGED;
    }

    private void run() {
        try {
            for (int id : purged) {
                byte[] from = RowKey.first(id, 0);
                byte[] to = RowKey.first(id + 1, 0);
                db.deleteRange(rows, from, to); // again: files with the first deletion may be gone, if it was cut off
                db.deleteFilesInRanges(rows, List.of(from, to), false);
                if (closing) {
                    return;
                }
                db.compactRange(rows, from, to, options);
                if (closing) { // the compaction may have been cut off
                    return;
                }
                db.delete(meta, MetaRows.purgedKey(id));
            }
        } catch (RocksDBException failure) {
            if (!closing) {
                LOG.warn("The disk space of purged stores {} is not given back before the next start", purged, failure);
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        options.setCanceled(true);
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + CLOSE_WAIT_MS * 1_000_000;
        while (thread.isAlive()) {
            long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new ProcessorStateException(
                        "The database cannot be closed: a compaction has not ended within " + CLOSE_WAIT_MS + " ms");
            }
            try {
                thread.join(leftMs);
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
        options.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
