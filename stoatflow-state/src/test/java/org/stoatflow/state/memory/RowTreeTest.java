package org.stoatflow.state.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTreeTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldBehaveAsATreeMapAndStayBalanced(final long seed) {
        final Random random = new Random(seed);
        final TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        RowTree tree = null;
        for (int step = 0; step < 30_000; step++) {
            final byte[] key = {(byte) random.nextInt(16), (byte) random.nextInt(256)};
            final boolean shrinking = step / 5_000 % 2 == 1;
            if (random.nextInt(10) < (shrinking ? 8 : 3)) {
                tree = RowTree.remove(tree, 5, key);
                model.remove(key);
            } else {
                final byte[] value = {(byte) step};
                tree = RowTree.put(tree, 5, key, value);
                model.put(key, value);
            }
            if (step % 1_000 == 0) {
                check(tree, model);
            }
        }
        check(tree, model);
    }

    private static void check(final RowTree tree, final TreeMap<byte[], byte[]> model) {
        assertEquals(model.size(), RowTree.size(tree));
        checkBalance(tree);
        int rank = 0;
        for (final var row : model.entrySet()) {
            assertEquals(rank, RowTree.rank(tree, 5, row.getKey()));
            final RowTree selected = RowTree.select(tree, rank++);
            assertArrayEquals(row.getKey(), selected.key);
            assertArrayEquals(row.getValue(), RowTree.get(tree, 5, row.getKey()));
        }
        assertNull(RowTree.select(tree, rank));
        assertNull(RowTree.get(tree, 6, new byte[] {0, 0}));
        assertEquals(model.size(), RowTree.rank(tree, 6, new byte[0]));
    }

    private static void checkBalance(final RowTree tree) {
        if (tree != null) {
            final int left = RowTree.size(tree.left) + 1;
            final int right = RowTree.size(tree.right) + 1;
            assertTrue(left <= 3 * right && right <= 3 * left, left + " and " + right);
            checkBalance(tree.left);
            checkBalance(tree.right);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepOlderVersions(final boolean ascending) {
        final List<RowTree> versions = new ArrayList<>();
        RowTree tree = null;
        for (int i = 0; i < 200; i++) {
            versions.add(tree);
            tree = RowTree.put(tree, 0, new byte[] {(byte) (ascending ? i : 199 - i)}, new byte[0]);
        }
        for (int i = 0; i < 200; i++) {
            assertEquals(i, RowTree.size(versions.get(i)));
        }
        checkBalance(tree);
    }
}
