package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;

/** What is made byte by byte is what RocksDB makes. */
class RowPiecesTest {
    @TempDir
    Path folder;

    @Test
    void shouldMakeTheBytesThatRocksMakes() throws RocksDBException {
        try (RocksFamilies families = new RocksFamilies(folder, RocksSettings.defaults());
                WriteOptions options = new WriteOptions();
                WriteBatch expected = new WriteBatch()) {
            ColumnFamilyHandle rows = families.family(RocksFamilies.KEY_VALUE);
            StateBatch batch = new StateBatch(1);
            batch.pack(3, 9, new RowBuffers());
            for (int row = 0; row < 40; row++) { // lengths of one byte, two and three
                byte[] key = ByteBuffer.allocate(4 + 13 * row).putInt(row).array();
                batch.put(3, 9, key, row % 5 == 0 ? null : new byte[row * row * 13]);
            }
            batch.writeTo(new RocksRows(expected, rows));
            RowPieces pieces = new RowPieces(families.db(), options, rows);
            new SortedRows(batch.packed()).writeTo(pieces);
            try (WriteBatch made = pieces.rest()) {
                assertArrayEquals(expected.data(), made.data());
            }
        }
    }
}
