package org.stoatflow.state.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.stoatflow.state.StateBatch;

/** Adds the rows of a state batch to a batch of RocksDB. */
final class RocksRows implements StateBatch.RowSink<RocksDBException> {
    private final WriteBatch writes;
    private final ColumnFamilyHandle family;

    RocksRows(final WriteBatch writes, final ColumnFamilyHandle family) {
        this.writes = writes;
        this.family = family;
    }

    @Override
    public void row(final int storeId, final int partition, final byte[] key, final byte @Nullable [] storedValue)
            throws RocksDBException {
        final byte[] row = RowKey.of(storeId, partition, key);
        if (storedValue == null) {
            writes.delete(family, row);
        } else {
            writes.put(family, row, storedValue);
        }
    }

    @Override
    public void deleteRange(
            final int storeId, final int partition, final byte @Nullable [] from, final byte @Nullable [] to)
            throws RocksDBException {
        writes.deleteRange(family, RowKey.low(storeId, partition, from), RowKey.high(storeId, partition, to));
    }
}
