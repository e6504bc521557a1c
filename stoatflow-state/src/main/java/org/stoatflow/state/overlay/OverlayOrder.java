package org.stoatflow.state.overlay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an overlay in the order of scans: virtual partition, then key as unsigned bytes. Made by the first
 * scan, then kept: a later scan only adds the keys written since, so that a scan for each record stays cheap.
 *
 * <p>Thread: the lane's, also for sealed overlays (others read those in the order written).
 */
public final class OverlayOrder {
    private static final int INSERT_MAX = 16;

    private final Overlay overlay;
    private int[] entries = new int[0];
    private int count;

    public OverlayOrder(Overlay overlay) {
        this.overlay = overlay;
    }

    /** All entries of an overlay that nobody writes any more. Thread: any. */
    static int[] ascending(Overlay overlay) {
        OverlayOrder order = new OverlayOrder(overlay);
        order.catchUp();
        return order.entries;
    }

    /** The entries of a partition with {@code from <= key < to}, ascending; null is no bound. */
    public int[] slice(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        catchUp();
        int low = from == null ? lowerBound(partition, new byte[0]) : lowerBound(partition, from);
        int high = to == null ? lowerBound(partition + 1, new byte[0]) : lowerBound(partition, to);
        return low < high ? Arrays.copyOfRange(entries, low, high) : new int[0];
    }

    /** The overlay has forgotten the entries beyond its size. */
    public void forgetTruncated() {
        int size = overlay.size();
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (entries[i] < size) {
                entries[kept++] = entries[i];
            }
        }
        count = kept;
    }

    private void catchUp() {
        int size = overlay.size();
        if (size == count) {
            return;
        }
        if (size > entries.length) {
            entries = Arrays.copyOf(entries, Math.max(size, entries.length * 2));
        }
        if (size - count <= INSERT_MAX) {
            while (count < size) {
                insert(count);
            }
        } else {
            mergeNew(size);
        }
    }

    private void insert(int entry) {
        int at = lowerBound(overlay.partition(entry), overlay.key(entry));
        System.arraycopy(entries, at, entries, at + 1, count - at);
        entries[at] = entry;
        count++;
    }

    private void mergeNew(int size) {
        int[] added = new int[size - count];
        for (int i = 0; i < added.length; i++) {
            added[i] = count + i;
        }
        sort(added, added.clone(), 0, added.length);
        int old = count - 1;
        int fresh = added.length - 1;
        for (int at = size - 1; fresh >= 0; at--) {
            entries[at] = old >= 0 && compare(entries[old], added[fresh]) > 0 ? entries[old--] : added[fresh--];
        }
        count = size;
    }

    /** Merge sort of {@code to[low, high)}; {@code from} holds the same numbers at the start. */
    private void sort(int[] to, int[] from, int low, int high) {
        if (high - low < 2) {
            return;
        }
        int middle = (low + high) >>> 1;
        sort(from, to, low, middle);
        sort(from, to, middle, high);
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = right >= high || (left < middle && compare(from[left], from[right]) <= 0);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int lowerBound(int partition, byte[] key) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(entries[middle], partition, key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int entry, int other) {
        return compare(entry, overlay.partition(other), overlay.key(other));
    }

    private int compare(int entry, int partition, byte[] key) {
        int byPartition = Integer.compare(overlay.partition(entry), partition);
        return byPartition != 0 ? byPartition : Arrays.compareUnsigned(overlay.key(entry), key);
    }
}
