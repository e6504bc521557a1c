package org.stoatflow.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Packed rows come back as they were put. */
class PackedRowsTest {
    private static final int STORE = 5;
    private static final int PARTITION = 70_000;
    private static final int ARRAY_BYTES = 1 << 18;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(byte[] key, byte @Nullable [] value) {}

    private static void requireRows(List<Row> expected, StateBatch batch) {
        Iterator<Row> next = expected.iterator();
        batch.writeTo(new StateBatch.RowSink<RuntimeException>() {
            @Override
            public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
                Row row = next.next();
                assertEquals(STORE, storeId);
                assertEquals(PARTITION, partition);
                assertArrayEquals(row.key, key);
                assertArrayEquals(row.value, storedValue);
            }

            @Override
            public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
                throw new AssertionError("no range was removed");
            }
        });
        assertFalse(next.hasNext());
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldGiveRowsOfAllLengthsInTheOrderInWhichTheyCame() {
        RowBuffers buffers = new RowBuffers();
        for (int piece = 0; piece < 3; piece++) {
            requireRowsOfAllLengths(new Random(piece), buffers);
        }
    }

    private static void requireRowsOfAllLengths(Random random, RowBuffers buffers) {
        StateBatch batch = new StateBatch(1);
        batch.pack(STORE, PARTITION, buffers);
        List<Row> rows = new ArrayList<>();
        long bytes = 0;
        for (int count = 0; count < 2_000; count++) {
            int longest = count % 100 == 0 ? 600_000 : 1_000;
            byte[] value = random.nextInt(5) == 0 ? null : bytes(random, random.nextInt(longest));
            Row row = new Row(bytes(random, random.nextInt(100)), value);
            rows.add(row);
            batch.put(STORE, PARTITION, row.key, row.value);
            bytes += row.key.length + (row.value == null ? 0 : row.value.length);
        }
        requireRows(rows, batch);
        assertTrue(batch.bytes() > bytes && batch.bytes() < bytes + 2_000 * 64 + 21 * ARRAY_BYTES);
        batch.release();
        requireRows(List.of(), batch);
        assertEquals(0, batch.bytes());
    }

    /** What no row uses at the end of an array is taken as well; and each row is sorted, by 24 bytes. */
    @Test
    void shouldCountWhatRowsTakeAndNotOnlyWhatTheyHold() {
        StateBatch batch = new StateBatch(1);
        batch.pack(STORE, PARTITION, new RowBuffers());
        assertEquals(0, batch.bytes());
        int rows = 100;
        for (int count = 0; count < rows; count++) {
            batch.put(STORE, PARTITION, new byte[] {1}, new byte[ARRAY_BYTES / 2]); // one to an array
        }
        assertTrue(batch.bytes() >= (long) (rows - 1) * ARRAY_BYTES, () -> "bytes=" + batch.bytes());
        StateBatch small = new StateBatch(1);
        small.pack(STORE, PARTITION, new RowBuffers());
        small.put(STORE, PARTITION, new byte[] {1}, null);
        long one = small.bytes();
        small.put(STORE, PARTITION, new byte[] {2}, null);
        assertTrue(small.bytes() - one >= 24, () -> "of a row: " + (small.bytes() - one));
    }

    /** What is removed in between is removed before later rows come. */
    @Test
    void shouldKeepTheOrderOfRowsAndRanges() {
        StateBatch batch = new StateBatch(1);
        batch.pack(STORE, PARTITION, new RowBuffers());
        batch.load(StateBatch.Loading.IN_PIECES);
        batch.put(STORE, PARTITION, new byte[] {1}, new byte[] {1});
        assertEquals(StateBatch.Loading.IN_PIECES, batch.loading());
        batch.deleteRange(STORE, PARTITION, null, null);
        batch.put(STORE, PARTITION, new byte[] {2}, new byte[] {2});
        assertEquals(StateBatch.Loading.AT_ONCE, batch.loading());
        List<String> changes = new ArrayList<>();
        batch.writeTo(new StateBatch.RowSink<RuntimeException>() {
            @Override
            public void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) {
                changes.add("put " + key[0]);
            }

            @Override
            public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
                changes.add("delete");
            }
        });
        assertEquals(List.of("put 1", "delete", "put 2"), changes);
    }

    @Test
    void shouldBePartedByStores() {
        StateBatch batch = new StateBatch(1);
        batch.pack(STORE, PARTITION, new RowBuffers());
        batch.load(StateBatch.Loading.AS_FILE);
        batch.put(STORE, PARTITION, new byte[] {1}, null);
        StateBatch part = batch.part(store -> store == STORE, true);
        assertEquals(StateBatch.Loading.AS_FILE, part.loading());
        requireRows(List.of(new Row(new byte[] {1}, null)), part);
        requireRows(List.of(), batch.part(store -> store != STORE, true));
    }
}
