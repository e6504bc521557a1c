package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.PackedRows;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;

/** Rows of a batch come as a database would order their keys, whatever the keys have in common. */
class SortedRowsTest {
    private static final int ROUNDS = 300;
    private static final byte[] ALPHABET = {0, 1, 'a', 127, -128, -1};

    @Test
    void shouldGiveEachRowOnceInTheOrderOnDisk() {
        Random random = new Random(11);
        RowBuffers buffers = new RowBuffers(); // what one piece leaves in them is the next one's
        for (int round = 0; round < ROUNDS; round++) {
            byte[] begin = key(random, random.nextInt(3) * 6);
            StateBatch batch = new StateBatch(1);
            batch.pack(7, 300, buffers);
            TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
            for (int row = random.nextInt(round % 10 == 0 ? 3_000 : 60); row > 0; row--) {
                byte[] end = key(random, random.nextInt(14));
                byte[] key = Arrays.copyOf(begin, begin.length + end.length);
                System.arraycopy(end, 0, key, begin.length, end.length);
                byte[] value = random.nextInt(5) == 0 ? null : key(random, 5);
                batch.put(7, 300, key, value);
                expected.put(RowKey.of(7, 300, key), value);
            }
            requireRows(expected, new SortedRows(batch.packed()));
            batch.release();
        }
    }

    private static byte[] key(Random random, int length) {
        byte[] key = new byte[length];
        for (int at = 0; at < length; at++) {
            key[at] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return key;
    }

    private static void requireRows(Map<byte[], byte[]> expected, SortedRows sorted) {
        Iterator<Map.Entry<byte[], byte[]>> next = expected.entrySet().iterator();
        sorted.writeTo((array, keyAt, keyBytes, valueBytes) -> {
            Map.Entry<byte[], byte[]> wanted = next.next();
            int keyEnd = keyAt + keyBytes;
            assertArrayEquals(wanted.getKey(), Arrays.copyOfRange(array, keyAt, keyEnd));
            assertArrayEquals(
                    wanted.getValue(),
                    valueBytes == PackedRows.REMOVED ? null : Arrays.copyOfRange(array, keyEnd, keyEnd + valueBytes));
            assertTrue(keyBytes <= sorted.keyBytesMax() && valueBytes <= sorted.valueBytesMax());
        });
        assertFalse(next.hasNext());
    }
}
