package org.stoatflow.state.rocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.stoatflow.state.PackedRows;

/**
 * Writes rows in the order of their keys, as batches of RocksDB that are made here, byte by byte, and given to it in
 * one call each. A call for each row would cost as much as the row. A write buffer finds the place of a row from that
 * of the row before.
 *
 * <p>The format is that of RocksDB's write-ahead log and of {@code WriteBatch.data()}: a sequence number, which RocksDB
 * sets, and the count of the rows, both little-endian; then for each row what it is, its family, and its key and value,
 * each behind its length. Numbers take seven bits a byte, the least first. Thread: the loader's.
 */
final class RowPieces implements SortedRows.Sink<RocksDBException> {
    private static final int PIECE_BYTES = 1 << 20;
    private static final byte REMOVAL = 4;
    private static final byte VALUE = 5;
    private static final int COUNT_AT = Long.BYTES;
    private static final int BEGIN = COUNT_AT + Integer.BYTES;
    private static final int NUMBER_BYTES_MAX = 5;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final RocksDB db;
    private final WriteOptions options;
    private final int family;
    private byte[] piece = new byte[1 << 10];
    private int end = BEGIN;
    private int count;

    RowPieces(RocksDB db, WriteOptions options, ColumnFamilyHandle family) {
        this.db = db;
        this.options = options;
        this.family = family.getID();
    }

    @Override
    public void row(byte[] array, int keyAt, int keyBytes, int valueBytes) throws RocksDBException {
        boolean isRemoval = valueBytes == PackedRows.REMOVED;
        long bytes = isRemoval ? keyBytes : (long) keyBytes + valueBytes;
        if (count > 0 && end + bytes > PIECE_BYTES) {
            write();
        }
        makeRoom(bytes + 1 + 3 * NUMBER_BYTES_MAX);
        piece[end++] = isRemoval ? REMOVAL : VALUE;
        number(family);
        number(keyBytes);
        copy(array, keyAt, keyBytes);
        if (!isRemoval) {
            number(valueBytes);
            copy(array, keyAt + keyBytes, valueBytes);
        }
        count++;
    }

    private void makeRoom(long bytes) {
        int needed = Math.toIntExact(end + bytes);
        if (needed > piece.length) {
            piece = Arrays.copyOf(piece, Math.max(needed, Math.min(2 * piece.length, PIECE_BYTES)));
        }
    }

    private void number(int number) {
        int left = number;
        while (left >= 0x80) {
            piece[end++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        piece[end++] = (byte) left;
    }

    private void copy(byte[] from, int at, int bytes) {
        System.arraycopy(from, at, piece, end, bytes);
        end += bytes;
    }

    private void write() throws RocksDBException {
        try (WriteBatch batch = rest()) {
            db.write(options, batch);
        }
    }

    /** The rows that are not written yet, as a batch, which the caller closes. */
    WriteBatch rest() {
        INT.set(piece, COUNT_AT, count);
        WriteBatch batch = new WriteBatch(Arrays.copyOf(piece, end));
        end = BEGIN;
        count = 0;
        return batch;
    }
}
