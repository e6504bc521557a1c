package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.record.CopyOnWriteHeaders;

class OverlayTest {
    private record Key(int partition, Bytes bytes) {}

    private static void put(Overlay overlay, int partition, byte[] key, byte[] value) {
        overlay.put(KeyHash.hash(partition, key), partition, key, value, 7);
    }

    private static int find(Overlay overlay, int partition, byte[] key) {
        return overlay.find(KeyHash.hash(partition, key), partition, key);
    }

    @Test
    void shouldTellTombstonesFromAbsentKeys() {
        Overlay overlay = new Overlay(0);
        put(overlay, 1, new byte[] {1}, null);
        assertEquals(0, find(overlay, 1, new byte[] {1}));
        assertNull(overlay.value(0));
        assertEquals(Overlay.ABSENT, find(overlay, 2, new byte[] {1}));
        assertEquals(Overlay.ABSENT, find(overlay, 1, new byte[] {1, 0}));
        assertEquals(Overlay.ABSENT, find(overlay, 1, new byte[0]));
    }

    @Test
    void shouldFindNothingWhereNothingWasWritten() {
        assertEquals(Overlay.ABSENT, find(new Overlay(100), 0, new byte[0]));
    }

    @Test
    void shouldHoldNothingOfTheEpochBeforeOnceItIsEmptied() {
        Overlay overlay = new Overlay(0);
        for (byte i = 0; i < 100; i++) {
            put(overlay, i % 3, new byte[] {i}, new byte[] {i});
        }
        overlay.clear();
        assertEquals(0, overlay.size());
        assertEquals(0, overlay.bytes());
        for (byte i = 0; i < 100; i++) {
            assertEquals(Overlay.ABSENT, find(overlay, i % 3, new byte[] {i}));
        }
        put(overlay, 1, new byte[] {1}, new byte[] {42});
        assertEquals(0, find(overlay, 1, new byte[] {1}));
        assertArrayEquals(new byte[] {42}, overlay.value(0));
        assertTrue(overlay.suits(100));
        assertTrue(!overlay.suits(10), "far more room than that");
    }

    @Test
    void shouldKeepKeyAndPlaceWhenOverwriting() {
        Overlay overlay = new Overlay(0);
        byte[] first = {1};
        put(overlay, 0, first, new byte[10]);
        put(overlay, 0, new byte[] {2}, new byte[10]);
        long bytes = overlay.bytes();
        put(overlay, 0, first.clone(), new byte[13]);
        assertEquals(2, overlay.size());
        assertSame(first, overlay.key(0));
        assertEquals(bytes + 3, overlay.bytes());
        put(overlay, 0, first, null);
        assertEquals(bytes - 10, overlay.bytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldBehaveAsALinkedHashMap(long seed) {
        Random random = new Random(seed);
        Overlay overlay = new Overlay(random.nextInt(100));
        OverlayOrder order = new OverlayOrder(overlay);
        Map<Key, byte[]> model = new LinkedHashMap<>();
        for (int step = 0; step < 20_000; step++) {
            byte[] key = randomKey(random);
            int partition = random.nextInt(3);
            byte[] value = random.nextInt(4) == 0 ? null : new byte[] {(byte) step};
            put(overlay, partition, key, value);
            model.put(new Key(partition, Bytes.wrap(key)), value);
            if (random.nextInt(200) == 0) {
                checkOrder(overlay, order, model, random);
            }
        }
        assertEquals(model.size(), overlay.size());
        int entry = 0;
        for (Map.Entry<Key, byte[]> row : model.entrySet()) {
            assertArrayEquals(row.getKey().bytes().get(), overlay.key(entry));
            assertEquals(row.getKey().partition(), overlay.partition(entry));
            assertArrayEquals(row.getValue(), overlay.value(entry));
            assertEquals(
                    entry,
                    find(overlay, overlay.partition(entry), overlay.key(entry).clone()));
            entry++;
        }
    }

    private static byte[] randomKey(Random random) {
        byte[] key = new byte[random.nextInt(random.nextInt(20) + 1)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(5) * 63 - 126);
        }
        return key;
    }

    private static void checkOrder(Overlay overlay, OverlayOrder order, Map<Key, byte[]> model, Random random) {
        int partition = random.nextInt(3);
        byte[] from = random.nextBoolean() ? null : randomKey(random);
        byte[] to = random.nextBoolean() ? null : randomKey(random);
        List<byte[]> expected = new ArrayList<>();
        for (Key key : model.keySet()) {
            byte[] bytes = key.bytes().get();
            boolean above = from == null || Arrays.compareUnsigned(bytes, from) >= 0;
            boolean below = to == null || Arrays.compareUnsigned(bytes, to) < 0;
            if (key.partition() == partition && above && below) {
                expected.add(bytes);
            }
        }
        expected.sort(Arrays::compareUnsigned);
        int[] slice = order.slice(partition, from, to);
        assertEquals(expected.size(), slice.length);
        for (int i = 0; i < slice.length; i++) {
            assertArrayEquals(expected.get(i), overlay.key(slice[i]));
            assertEquals(partition, overlay.partition(slice[i]));
        }
    }

    @Test
    void shouldHashCountersBehindALongPrefixWithoutRunsOrCollisions() {
        int count = 1 << 14;
        Set<Integer> hashes = new HashSet<>();
        int[] buckets = new int[count];
        for (int i = 0; i < count; i++) {
            String key = String.format("a-customer-with-a-long-common-prefix-%08d", i);
            int hash = KeyHash.hash(0, key.getBytes(StandardCharsets.US_ASCII));
            hashes.add(hash);
            buckets[hash & count - 1]++;
        }
        assertTrue(hashes.size() > count - 5, "distinct hashes: " + hashes.size());
        int fullest = Arrays.stream(buckets).max().orElseThrow();
        assertTrue(fullest < 12, "fullest bucket: " + fullest);
    }

    @Test
    void shouldHashLengthAndPartition() {
        assertNotEquals(KeyHash.hash(0, new byte[0]), KeyHash.hash(0, new byte[1]));
        assertNotEquals(KeyHash.hash(0, new byte[7]), KeyHash.hash(0, new byte[8]));
        assertNotEquals(KeyHash.hash(0, new byte[8]), KeyHash.hash(0, new byte[9]));
        assertNotEquals(KeyHash.hash(0, new byte[8]), KeyHash.hash(1, new byte[8]));
        assertEquals(
                0,
                Comparator.<Integer>naturalOrder()
                        .compare(KeyHash.hash(3, new byte[] {1, 2}), KeyHash.hash(3, new byte[] {1, 2})));
    }

    /** Their length is up to who writes records. */
    @Test
    void shouldCountWhatItKeepsBesideRows() {
        Overlay overlay = new Overlay(0);
        byte[] key = {1};
        CopyOnWriteHeaders headers = CopyOnWriteHeaders.of(new RecordHeaders().add("h", new byte[10_000]));
        overlay.save();
        overlay.delete(KeyHash.hash(0, key), 0, key, 1, headers);
        assertTrue(overlay.bytes() > 10_000, "bytes=" + overlay.bytes());
        overlay.log(0, key, null, 1, headers);
        assertTrue(overlay.bytes() > 20_000, "bytes=" + overlay.bytes());
        overlay.deleteRange(0, new byte[10_000], new byte[10_000]);
        assertTrue(overlay.bytes() > 40_000, "bytes=" + overlay.bytes());
        overlay.rollback();
        assertEquals(0, overlay.bytes());
    }
}
