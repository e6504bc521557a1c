package org.stoatflow.state.rocks;

import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * How many rows a range has: counted up to 10,000, beyond that RocksDB's estimate of all rows by the range's share of
 * the bytes. Of rows that are not in files yet RocksDB guesses the bytes, at random; seen up to a factor of two. The
 * caller is inside the engine's gate.
 */
final class RocksEstimate {
    private static final int COUNTED_MAX = 10_000;
    private static final byte[] LEAST = new byte[0];
    private static final byte[] GREATEST = {-1, -1, -1, -1, -1, -1, -1, -1};

    private final RocksDB db;
    private final ColumnFamilyHandle family;

    RocksEstimate(RocksDB db, ColumnFamilyHandle family) {
        this.db = db;
        this.family = family;
    }

    long entries(byte[] low, byte[] high) throws RocksDBException {
        int counted = count(low, high);
        if (counted < COUNTED_MAX) {
            return counted;
        }
        double share = (double) bytes(low, high) / Math.max(1, bytes(LEAST, GREATEST));
        long all = db.getLongProperty(family, "rocksdb.estimate-num-keys");
        return Math.max(counted, (long) (all * Math.min(1, share)));
    }

    private int count(byte[] low, byte[] high) throws RocksDBException {
        try (Natives natives = new Natives()) {
            ReadOptions options = natives.hold(new ReadOptions())
                    .setIterateLowerBound(natives.hold(new Slice(low)))
                    .setIterateUpperBound(natives.hold(new Slice(high)));
            RocksIterator rows = natives.hold(db.newIterator(family, options));
            int count = 0;
            for (rows.seekToFirst(); rows.isValid() && count < COUNTED_MAX; rows.next()) {
                count++;
            }
            rows.status();
            return count;
        }
    }

    private long bytes(byte[] low, byte[] high) {
        try (Natives natives = new Natives()) {
            Range range = new Range(natives.hold(new Slice(low)), natives.hold(new Slice(high)));
            return db.getApproximateSizes(
                            family,
                            List.of(range),
                            SizeApproximationFlag.INCLUDE_FILES,
                            SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
        }
    }
}
