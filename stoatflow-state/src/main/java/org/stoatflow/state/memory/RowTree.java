package org.stoatflow.state.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map of rows: (store ‖ partition, key as unsigned bytes) to stored bytes. A change copies the path
 * to the root, so whoever holds a root has a snapshot. The empty tree is null.
 *
 * <p>Design: Adams' weight-balanced tree with the parameters (3, 2) shown right by Hirai and Yamamoto, "Balancing
 * weight-balanced trees" (2011). Balancing by size gives exact counts of any range for free.
 */
final class RowTree {
    private static final int DELTA = 3;
    private static final int GAMMA = 2;

    final long prefix;
    final byte[] key;
    final byte[] value;
    final @Nullable RowTree left;
    final @Nullable RowTree right;
    private final int size;

    private RowTree(long prefix, byte[] key, byte[] value, @Nullable RowTree left, @Nullable RowTree right) {
        this.prefix = prefix;
        this.key = key;
        this.value = value;
        this.left = left;
        this.right = right;
        size = size(left) + size(right) + 1;
    }

    /** What the rows of a store partition have in common. */
    static long prefix(int storeId, int partition) {
        return (long) storeId << Integer.SIZE | (partition & 0xffff_ffffL);
    }

    static int size(@Nullable RowTree tree) {
        return tree == null ? 0 : tree.size;
    }

    static byte @Nullable [] get(@Nullable RowTree tree, long prefix, byte[] key) {
        RowTree at = tree;
        while (at != null) {
            int order = at.compareTo(prefix, key);
            if (order == 0) {
                return at.value;
            }
            at = order < 0 ? at.right : at.left;
        }
        return null;
    }

    static RowTree put(@Nullable RowTree tree, long prefix, byte[] key, byte[] value) {
        if (tree == null) {
            return new RowTree(prefix, key, value, null, null);
        }
        int order = tree.compareTo(prefix, key);
        if (order == 0) {
            return new RowTree(prefix, key, value, tree.left, tree.right);
        }
        return order < 0
                ? tree.balanced(tree.left, put(tree.right, prefix, key, value))
                : tree.balanced(put(tree.left, prefix, key, value), tree.right);
    }

    static @Nullable RowTree remove(@Nullable RowTree tree, long prefix, byte[] key) {
        if (tree == null) {
            return null;
        }
        int order = tree.compareTo(prefix, key);
        if (order == 0) {
            return joined(tree.left, tree.right);
        }
        if (order < 0) {
            RowTree right = remove(tree.right, prefix, key);
            return right == tree.right ? tree : tree.balanced(tree.left, right);
        }
        RowTree left = remove(tree.left, prefix, key);
        return left == tree.left ? tree : tree.balanced(left, tree.right);
    }

    /** How many rows come before a place. */
    static int rank(@Nullable RowTree tree, long prefix, byte[] key) {
        int rank = 0;
        RowTree at = tree;
        while (at != null) {
            if (at.compareTo(prefix, key) < 0) {
                rank += size(at.left) + 1;
                at = at.right;
            } else {
                at = at.left;
            }
        }
        return rank;
    }

    /** The row at a rank, or null beyond the ends. */
    static @Nullable RowTree select(@Nullable RowTree tree, int rank) {
        int wanted = rank;
        RowTree at = tree;
        while (at != null) {
            int before = size(at.left);
            if (wanted == before) {
                return at;
            }
            if (wanted < before) {
                at = at.left;
            } else {
                wanted -= before + 1;
                at = at.right;
            }
        }
        return null;
    }

    private int compareTo(long otherPrefix, byte[] otherKey) {
        return prefix != otherPrefix ? Long.compare(prefix, otherPrefix) : Arrays.compareUnsigned(key, otherKey);
    }

    private static @Nullable RowTree joined(@Nullable RowTree left, @Nullable RowTree right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        RowTree next = right;
        while (next.left != null) {
            next = next.left;
        }
        return next.balanced(left, remove(right, next.prefix, next.key));
    }

    /** This row above two subtrees of which at most one has just gained or lost one row. */
    private RowTree balanced(@Nullable RowTree newLeft, @Nullable RowTree newRight) {
        if (newRight != null && isHeavier(newRight, newLeft)) {
            RowTree inner = newRight.left;
            return inner == null || weight(inner) < GAMMA * weight(newRight.right)
                    ? newRight.with(with(newLeft, inner), newRight.right)
                    : inner.with(with(newLeft, inner.left), newRight.with(inner.right, newRight.right));
        }
        if (newLeft != null && isHeavier(newLeft, newRight)) {
            RowTree inner = newLeft.right;
            return inner == null || weight(inner) < GAMMA * weight(newLeft.left)
                    ? newLeft.with(newLeft.left, with(inner, newRight))
                    : inner.with(newLeft.with(newLeft.left, inner.left), with(inner.right, newRight));
        }
        return with(newLeft, newRight);
    }

    private static boolean isHeavier(RowTree tree, @Nullable RowTree than) {
        return weight(tree) > DELTA * weight(than);
    }

    private static int weight(@Nullable RowTree tree) {
        return size(tree) + 1;
    }

    private RowTree with(@Nullable RowTree newLeft, @Nullable RowTree newRight) {
        return new RowTree(prefix, key, value, newLeft, newRight);
    }
}
