package org.stoatflow.state.versioned;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.store.KeyRange;
import org.stoatflow.streams.state.VersionedKeyValueStore;

/**
 * The versions of keys, as rows. The newest version of a key has a row that is found without a scan; the others are in
 * the order of time. For each segment in which versions of a key end, an index row names the key. Thread: the store's
 * user.
 */
final class History {
    /** Takes rows of the history, in a restore or from a store's user. */
    @FunctionalInterface
    interface Writer {
        void write(byte[] row, byte @Nullable [] value);
    }

    /**
     * What was removed of the versions that have ended.
     *
     * @param rows how many rows
     * @param all whether nothing is left to remove
     */
    record Expired(int rows, boolean all) {}

    private static final byte[] NOTHING = {};

    private final RowStore rows;
    private final HistoryReads own;
    private final Retention retention;

    History(RowStore rows, Retention retention) {
        this.rows = rows;
        this.own = new HistoryReads(rows);
        this.retention = retention;
    }

    /** The newest version of a key, which may be a deletion; null where there is none. */
    @Nullable
    Version newest(int partition, byte[] key) {
        return own.newest(partition, key);
    }

    /** Reads of the rows, to be ended. Where others write them, all of these reads see the rows as they are now. */
    HistoryReads reads() {
        return rows.isWritable() ? own : new HistoryReads(rows.snapshot());
    }

    /** Tells readers of the committed rows the time that puts have reached. */
    void reached(int partition, long timeMs) {
        rows.reached(partition, timeMs);
    }

    /** Adds a version, and says when it ends, in the words of {@link VersionedKeyValueStore#put}. */
    long put(int partition, byte[] key, Version version) {
        Version newest = newest(partition, key);
        Writer writer = (row, value) -> rows.write(partition, row, value, version.validFrom());
        if (newest == null || newest.validFrom() <= version.validFrom()) {
            putNewest(retention, key, newest, version, writer);
            return VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED;
        }
        long validTo = own.next(partition, key, version.validFrom(), newest.validFrom());
        putOlder(retention, key, version, writer);
        index(retention, key, validTo, writer);
        return validTo;
    }

    /** A version of the changelog, of which nothing but the newest version of the key so far is known. */
    static void restore(Retention retention, byte[] key, @Nullable Version newest, Version version, Writer writer) {
        if (newest == null || newest.validFrom() <= version.validFrom()) {
            putNewest(retention, key, newest, version, writer);
        } else {
            putOlder(retention, key, version, writer);
            // It ends when the newest began, or earlier: once that has expired, it has.
            index(retention, key, newest.validFrom(), writer);
        }
    }

    /** The rows of a version that is not older than the newest so far. */
    private static void putNewest(
            Retention retention, byte[] key, @Nullable Version newest, Version version, Writer writer) {
        boolean follows = newest != null && newest.validFrom() < version.validFrom();
        if (newest != null && follows) {
            writer.write(VersionKeys.older(key, newest.validFrom()), newest.row());
        }
        writer.write(VersionKeys.newest(key), version.row());
        if (follows || version.isDeletion()) {
            index(retention, key, version.validFrom(), writer);
        }
    }

    private static void putOlder(Retention retention, byte[] key, Version version, Writer writer) {
        writer.write(VersionKeys.older(key, version.validFrom()), version.row());
        index(retention, key, version.validFrom(), writer);
    }

    /** Says that a version of the key ends at a time. */
    private static void index(Retention retention, byte[] key, long validTo, Writer writer) {
        writer.write(VersionKeys.index(retention.segment(Math.max(0, validTo)), key), NOTHING);
    }

    /**
     * Removes the versions of a key that ended before a time, and its deletion if that was before it, too. The oldest
     * go first, so that each that is left still ends where the next begins.
     *
     * @param most how many rows are removed
     * @return how many were; fewer than {@code most} where nothing is left to remove
     */
    private int prune(int partition, byte[] key, long beforeMs, int most) {
        Version newest = newest(partition, key);
        boolean endedAll = newest == null || newest.validFrom() < beforeMs;
        byte[] behind = endedAll ? VersionKeys.older(key, beforeMs) : behindEnded(partition, key, beforeMs);
        List<byte[]> ended = new ArrayList<>();
        RowCursor older = rows.scan(partition, VersionKeys.older(key, Long.MIN_VALUE), behind, true);
        try {
            while (ended.size() < most && older.advance()) {
                ended.add(older.key());
            }
        } finally {
            older.close();
        }
        if (newest != null && endedAll && newest.isDeletion() && ended.size() < most) {
            ended.add(VersionKeys.newest(key));
        }
        ended.forEach(row -> rows.write(partition, row, null, beforeMs));
        return ended.size();
    }

    /** Where the rows end of versions that ended before a time, given that the newest of the key did not. */
    private byte[] behindEnded(int partition, byte[] key, long beforeMs) {
        byte[] from = VersionKeys.older(key, Long.MIN_VALUE);
        RowCursor older = rows.scan(partition, from, VersionKeys.older(key, beforeMs), false);
        try {
            if (!older.advance()) {
                return from;
            }
            // It ended later; but a deletion says nothing where there is nothing before it.
            boolean isDeletion = Version.of(HistoryReads.value(older)).isDeletion();
            return isDeletion ? KeyRange.after(older.key()) : older.key();
        } finally {
            older.close();
        }
    }

    /**
     * Removes what ended before a segment, as far as some number of index rows says so, and some number of rows. A key
     * of which rows may be left keeps its index row.
     *
     * @param segment the first that is kept
     * @param mostKeys how many index rows are looked at
     * @param mostRows how many rows of versions are removed, at least one
     * @return what was removed
     */
    Expired expire(int partition, long segment, int mostKeys, int mostRows) {
        List<byte[]> index = expiredIndex(partition, segment, mostKeys);
        long beforeMs = segment * retention.segmentMs();
        int removed = 0;
        byte[] through = null;
        for (byte[] row : index) {
            removed += prune(partition, VersionKeys.indexed(row), beforeMs, mostRows - removed);
            if (removed == mostRows) {
                break;
            }
            through = row;
        }
        if (through != null) {
            rows.deleteRange(partition, null, KeyRange.after(through));
        }
        return new Expired(removed, index.size() < mostKeys && removed < mostRows);
    }

    private List<byte[]> expiredIndex(int partition, long segment, int most) {
        List<byte[]> index = new ArrayList<>();
        RowCursor expired = rows.scan(partition, null, VersionKeys.index(segment, NOTHING), true);
        try {
            while (index.size() < most && expired.advance()) {
                index.add(expired.key());
            }
        } finally {
            expired.close();
        }
        return index;
    }
}
