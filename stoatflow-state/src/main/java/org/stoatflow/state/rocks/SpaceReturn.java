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

    private final CompactRangeOptions options = new CompactRangeOptions().setExclusiveManualCompaction(false);
    private final long closeWaitMs;
    private final Thread thread;

    /**
     * Shared. Written by: who closes the database. Read by: its own thread. Safe: volatile, one way; the close waits
     * for that thread's end before the database goes. Proof: SharedFieldsTest.
     */
    private volatile boolean closing;

    /** The database, and the stores whose rows are deleted. */
    private record Purged(RocksDB db, ColumnFamilyHandle rows, ColumnFamilyHandle meta, List<Integer> stores) {}

    private SpaceReturn(Purged purged) {
        closeWaitMs = CLOSE_WAIT_MS;
        thread = thread(() -> run(purged));
    }

    /** Does a test's work, and waits for it for so long when it is closed. */
    SpaceReturn(Runnable work, long closeWaitMs) {
        this.closeWaitMs = closeWaitMs;
        thread = thread(work);
        thread.start();
    }

    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().name("stoatflow-space-return").unstarted(work);
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
        SpaceReturn begun = new SpaceReturn(new Purged(db, rows, meta, purged));
        begun.thread.start();
        return begun;
    }

    private static boolean isPurged(RocksIterator found) {
        return found.isValid() && found.key()[0] == MetaRows.PURGED;
    }

    private void run(Purged purged) {
        RocksDB db = purged.db();
        ColumnFamilyHandle rows = purged.rows();
        try {
            for (int id : purged.stores()) {
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
                db.delete(purged.meta(), MetaRows.purgedKey(id));
            }
        } catch (RocksDBException failure) {
            if (!closing) {
                LOG.warn(
                        "The disk space of purged stores {} is not given back before the next start",
                        purged.stores(),
                        failure);
            }
        }
    }

    boolean hasEnded() {
        return !thread.isAlive();
    }

    /** Waits, however long it takes: for a thread that has nothing else to do. */
    void awaitEnd() {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException ignored) {
                LOG.debug("The space of purged stores is still being returned", ignored);
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        options.setCanceled(true);
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + closeWaitMs * 1_000_000;
        while (thread.isAlive()) {
            long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new ProcessorStateException(
                        "The database cannot be closed: a compaction has not ended within " + closeWaitMs + " ms");
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
