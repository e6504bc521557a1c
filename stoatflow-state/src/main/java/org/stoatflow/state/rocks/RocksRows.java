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

    RocksRows(WriteBatch writes, ColumnFamilyHandle family) {
        this.writes = writes;
        this.family = family;
    }

    /** A write buffer finds the place of a row from that of the row before: at random they take half as long again. */
    @Override
    public boolean isFasterInOrder() {
        return true;
    }

    @Override
    public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) throws RocksDBException {
        byte[] row = RowKey.of(storeId, partition, key);
        if (storedValue == null) {
            writes.delete(family, row);
        } else {
            writes.put(family, row, storedValue);
        }
    }

    @Override
    public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to)
            throws RocksDBException {
        writes.deleteRange(family, RowKey.low(storeId, partition, from), RowKey.high(storeId, partition, to));
    }
}
