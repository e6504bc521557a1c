package org.stoatflow.state.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTreeTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldBehaveAsATreeMapAndStayBalanced(long seed) {
        Random random = new Random(seed);
        TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        RowTree tree = null;
        for (int step = 0; step < 30_000; step++) {
            byte[] key = {(byte) random.nextInt(16), (byte) random.nextInt(256)};
            boolean shrinking = step / 5_000 % 2 == 1;
            if (random.nextInt(10) < (shrinking ? 8 : 3)) {
                tree = RowTree.remove(tree, 5, key);
                model.remove(key);
            } else {
                byte[] value = {(byte) step};
                tree = RowTree.put(tree, 5, key, value);
                model.put(key, value);
            }
            if (step % 1_000 == 0) {
                check(tree, model);
            }
        }
        check(tree, model);
    }

    private static void check(RowTree tree, TreeMap<byte[], byte[]> model) {
        assertEquals(model.size(), RowTree.size(tree));
        checkBalance(tree);
        int rank = 0;
        for (Map.Entry<byte[], byte[]> row : model.entrySet()) {
            assertEquals(rank, RowTree.rank(tree, 5, row.getKey()));
            RowTree selected = RowTree.select(tree, rank++);
            assertArrayEquals(row.getKey(), selected.key);
            assertArrayEquals(row.getValue(), RowTree.get(tree, 5, row.getKey()));
        }
        assertNull(RowTree.select(tree, rank));
        assertNull(RowTree.get(tree, 6, new byte[] {0, 0}));
        assertEquals(model.size(), RowTree.rank(tree, 6, new byte[0]));
    }

    private static void checkBalance(RowTree tree) {
        if (tree != null) {
            int left = RowTree.size(tree.left) + 1;
            int right = RowTree.size(tree.right) + 1;
            assertTrue(left <= 3 * right && right <= 3 * left, left + " and " + right);
            checkBalance(tree.left);
            checkBalance(tree.right);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepOlderVersions(boolean ascending) {
        List<RowTree> versions = new ArrayList<>();
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
