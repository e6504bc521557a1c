package org.stoatflow.state.versioned;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowReads;
import org.stoatflow.state.store.KeyRange;

/** Reads of the versions of keys. Thread: the store's user. */
final class HistoryReads {
    /** A version that has an end. */
    record Ended(Version version, long validTo) {}

    private final RowReads rows;

    HistoryReads(RowReads rows) {
        this.rows = rows;
    }

    /** The newest version of a key, which may be a deletion; null where there is none. */
    @Nullable
    Version newest(int partition, byte[] key) {
        byte[] row = rows.read(partition, VersionKeys.newest(key));
        return row == null ? null : Version.of(row);
    }

    /** What the key was at a time, which may be a deletion; null where nothing is known of that time. */
    @Nullable
    Version at(int partition, byte[] key, long timeMs) {
        Version newest = newest(partition, key);
        if (newest == null || newest.validFrom() <= timeMs) {
            return newest;
        }
        byte[] behind = KeyRange.after(VersionKeys.older(key, timeMs));
        RowCursor older = rows.scan(partition, VersionKeys.older(key, Long.MIN_VALUE), behind, false);
        try {
            return older.advance() ? Version.of(value(older)) : null;
        } finally {
            older.close();
        }
    }

    /** When the first version behind a time began, given when the newest did, which is behind it. */
    long next(int partition, byte[] key, long timeMs, long newestFrom) {
        byte[] behind = KeyRange.after(VersionKeys.older(key, timeMs));
        RowCursor later = rows.scan(partition, behind, VersionKeys.behindOlder(key), true);
        try {
            return later.advance() ? VersionKeys.validFrom(later.key()) : newestFrom;
        } finally {
            later.close();
        }
    }

    /**
     * The older versions that began up to a time and ended behind another, deletions left out; the oldest first.
     *
     * @param fromMs they ended behind this time
     * @param toMs they began at this time at the latest
     * @param newestFrom when the newest version began
     */
    List<Ended> between(int partition, byte[] key, long fromMs, long toMs, long newestFrom) {
        List<Ended> found = new ArrayList<>();
        byte[] from = VersionKeys.older(key, Long.MIN_VALUE);
        RowCursor older = rows.scan(partition, from, VersionKeys.behindOlder(key), false);
        try {
            long validTo = newestFrom;
            while (validTo > fromMs && older.advance()) {
                Version version = Version.of(value(older));
                if (version.validFrom() <= toMs && !version.isDeletion()) {
                    found.addFirst(new Ended(version, validTo));
                }
                validTo = version.validFrom();
            }
        } finally {
            older.close();
        }
        return found;
    }

    /** Ends these reads. */
    void end() {
        rows.end();
    }

    static byte[] value(RowCursor row) {
        return Objects.requireNonNull(row.value(), "a cursor shows no tombstones");
    }
}
