package org.stoatflow.state;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Memory in which a restore packs and sorts rows, one piece after another. Made anew for each piece, rows would be
 * copied by the garbage collector until they are on disk, and what sorts them is so large that it would start a
 * collection. It keeps as much as the last piece took. Thread: the restorer's, which also loads.
 */
public final class RowBuffers {
    /** The length of the arrays that rows are packed in. */
    static final int ARRAY_BYTES = 1 << 18;

    /** How many times too long a kept array may be. */
    private static final int LONGER_MAX = 4;

    private final ArrayDeque<byte[]> arrays = new ArrayDeque<>();
    private final long[][] longs = {new long[0], new long[0]};
    private final int[][] ints = {new int[0], new int[0]};

    /** An array for packed rows, with anything in it. */
    byte[] take() {
        byte[] kept = arrays.poll();
        return kept == null ? new byte[ARRAY_BYTES] : kept;
    }

    /** Takes back the arrays of a piece that has been loaded. */
    void giveBack(List<byte[]> piece) {
        int count = 0;
        for (byte[] array : piece) {
            if (array.length == ARRAY_BYTES) {
                arrays.push(array);
                count++;
            }
        }
        while (arrays.size() > count) {
            arrays.pollLast();
        }
    }

    /**
     * One of two arrays of numbers, with anything in it, until it is asked for again.
     *
     * @param which 0 or 1
     * @param length how long it has to be; it may be longer
     */
    public long[] longs(int which, int length) {
        if (isUnfit(longs[which].length, length)) {
            longs[which] = new long[length];
        }
        return longs[which];
    }

    /** The same of shorter numbers. */
    public int[] ints(int which, int length) {
        if (isUnfit(ints[which].length, length)) {
            ints[which] = new int[length];
        }
        return ints[which];
    }

    private static boolean isUnfit(int kept, int length) {
        return kept < length || kept / LONGER_MAX > length;
    }
}
