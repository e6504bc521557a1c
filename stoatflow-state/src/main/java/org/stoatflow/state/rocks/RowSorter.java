package org.stoatflow.state.rocks;

import org.stoatflow.state.RowBuffers;

/**
 * Sorts the numbers of rows by the begins of their keys, and where these are equal by the keys. Of the rows of one key
 * that which came last stays. Thread: the loader's.
 */
final class RowSorter {
    private static final int DIGITS = Long.BYTES;
    private static final int VALUES = 1 << Byte.SIZE; // of a digit
    private static final int FEW = 8;

    /** Compares the keys of two rows. */
    @FunctionalInterface
    interface Keys {
        int compare(int row, int other);
    }

    private final boolean beginsDecide; // keys that begin alike are the same
    private final Keys keys;
    private long[] begins;
    private int[] rows;
    private long[] otherBegins;
    private int[] otherRows;
    private int size;

    /** @param buffers give the memory to sort in, until the next one sorts in it */
    RowSorter(RowBuffers buffers, int sizeMax, boolean beginsDecide, Keys keys) {
        this.beginsDecide = beginsDecide;
        this.keys = keys;
        begins = buffers.longs(0, sizeMax);
        rows = buffers.ints(0, sizeMax);
        otherBegins = buffers.longs(1, sizeMax);
        otherRows = buffers.ints(1, sizeMax);
    }

    /** Adds a row behind those before. */
    void add(long begin, int row) {
        begins[size] = begin;
        rows[size++] = row;
    }

    /** The row at an index. */
    int row(int index) {
        return rows[index];
    }

    /** How many rows there are; how many different ones, once they are sorted. */
    int size() {
        return size;
    }

    void sort() {
        int[][] counts = counts();
        for (int digit = 0; digit < DIGITS; digit++) { // the last first: each pass keeps the order of the one before
            if (!isOneValue(digit, counts[digit])) {
                sortBy(digit, counts[digit]);
            }
        }
        int kept = 0;
        for (int from = 0; from < size; ) {
            int to = from + 1;
            while (to < size && begins[to] == begins[from]) {
                to++;
            }
            kept = keepLast(from, to, kept);
            from = to;
        }
        size = kept;
    }

    /** Keeps the last row of each key, of rows whose keys have one begin. */
    private int keepLast(int from, int to, int keptBefore) {
        int kept = keptBefore;
        if (!beginsDecide) {
            sortByKeys(from, to);
            for (int index = from; index + 1 < to; index++) {
                if (keys.compare(rows[index], rows[index + 1]) != 0) {
                    rows[kept++] = rows[index];
                }
            }
        }
        rows[kept++] = rows[to - 1];
        return kept;
    }

    /** How often each value of each digit comes. */
    private int[][] counts() {
        int[][] counts = new int[DIGITS][VALUES];
        for (int index = 0; index < size; index++) {
            long begin = begins[index];
            for (int digit = 0; digit < DIGITS; digit++) {
                counts[digit][value(begin, digit)]++;
            }
        }
        return counts;
    }

    private static int value(long begin, int digit) {
        return (int) (begin >>> digit * Byte.SIZE) & VALUES - 1;
    }

    private boolean isOneValue(int digit, int[] counts) {
        return size == 0 || counts[value(begins[0], digit)] == size;
    }

    private void sortBy(int digit, int[] counts) {
        int next = 0;
        for (int value = 0; value < VALUES; value++) {
            int count = counts[value];
            counts[value] = next;
            next += count;
        }
        for (int index = 0; index < size; index++) {
            int to = counts[value(begins[index], digit)]++;
            otherBegins[to] = begins[index];
            otherRows[to] = rows[index];
        }
        long[] sortedBegins = otherBegins;
        otherBegins = begins;
        begins = sortedBegins;
        int[] sortedRows = otherRows;
        otherRows = rows;
        rows = sortedRows;
    }

    /** Sorts rows whose keys begin with the same bytes, by halves. */
    private void sortByKeys(int from, int to) {
        if (to - from <= FEW) {
            insert(from, to);
            return;
        }
        int middle = from + to >>> 1;
        sortByKeys(from, middle);
        sortByKeys(middle, to);
        if (keys.compare(rows[middle - 1], rows[middle]) > 0) {
            merge(from, middle, to);
        }
    }

    private void insert(int from, int to) {
        for (int index = from + 1; index < to; index++) {
            int row = rows[index];
            int at = index;
            for (; at > from && keys.compare(rows[at - 1], row) > 0; at--) {
                rows[at] = rows[at - 1];
            }
            rows[at] = row;
        }
    }

    private void merge(int from, int middle, int to) {
        System.arraycopy(rows, from, otherRows, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            if (right == to || keys.compare(otherRows[left], rows[right]) <= 0) {
                rows[at] = otherRows[left++];
            } else {
                rows[at] = rows[right++];
            }
        }
    }
}
