package org.stoatflow.state.overlay;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * A lane's uncommitted writes to one store: a hash map from (virtual partition, key bytes) to (plain value bytes or
 * tombstone, timestamp), in plain arrays in the order in which keys were first written.
 *
 * <p>Thread: the lane's, until it is sealed; from then on nobody writes, and any thread reads that got it by a safe
 * hand-over.
 *
 * <p>Design: entry {@code i} is {@code keys[i], values[i], partitions[i], timestamps[i]}. The table is open addressing
 * with linear probing over longs: the hash in the high half, the entry's number plus one in the low half, zero where
 * free; so a probe that does not match costs one memory access, and growing never hashes a key again. There is no
 * removal: a delete is an entry whose value is null (a tombstone), which is not the same as no entry. The arrays hold
 * what they are given; nobody may change a key's or value's bytes afterwards. An overlay that was never written holds
 * no arrays. Once a sealed overlay is applied, it is the lane's again, which may empty it and use its arrays for
 * another epoch.
 *
 * <p>Shared. Written by: the lane, until it seals and hands it over. Read by: the committer afterwards; the lane goes
 * on reading. Safe: handed over through a concurrent queue; nobody writes a sealed overlay. Proof: OverlayProof,
 * OverlayStress.
 */
public final class Overlay implements WrittenRows {
    /** What {@link #find} gives where the key was not written here. */
    public static final int ABSENT = -1;

    /** Charged for each entry besides its bytes: two array headers, references, timestamp, partition, table slots. */
    public static final int ENTRY_OVERHEAD_BYTES = 80;

    private static final int CAPACITY_MIN = 8;
    private static final int CAPACITY_MAX = 1 << 28;
    private static final int CAPACITY_HINT_MAX = 1 << 12;
    private static final int ROOM_FACTOR_MAX = 4;
    private static final long[] FREE = new long[1];
    private static final byte[][] NO_BYTES = new byte[0][];
    private static final int[] NO_PARTITIONS = new int[0];
    private static final long[] NO_TIMESTAMPS = new long[0];

    private final int firstCapacity;
    private long[] table = FREE;
    private byte[][] keys = NO_BYTES;
    private byte[] @Nullable [] values = NO_BYTES;
    private int[] partitions = NO_PARTITIONS;
    private long[] timestamps = NO_TIMESTAMPS;
    private int size;
    private long bytes;
    private @Nullable OverlaySavepoint savepoint;
    private int savedSize; // entries below it are noted before they change; 0 without a savepoint
    private @Nullable OverlayExtras extras; // most stores write rows only

    /**
     * Makes an empty overlay.
     *
     * @param sizeHint how many entries are expected, such as the size of the epoch before
     */
    public Overlay(int sizeHint) {
        int bounded = Math.clamp(sizeHint, CAPACITY_MIN, CAPACITY_HINT_MAX);
        firstCapacity = Integer.highestOneBit(bounded * 2 - 1);
    }

    /** Whether the arrays suit so many entries, once emptied: they are not far larger. */
    boolean suits(int expected) {
        return keys.length <= ROOM_FACTOR_MAX * Math.max(expected, CAPACITY_MIN);
    }

    /** Forgets all entries and keeps the arrays. */
    void clear() {
        Arrays.fill(keys, 0, size, null);
        Arrays.fill(values, 0, size, null);
        Arrays.fill(table, 0);
        size = 0;
        bytes = 0;
        extras = null;
    }

    /** The entry of a key, or {@link #ABSENT}. */
    public int find(int hash, int partition, byte[] key) {
        long[] slots = table;
        int mask = slots.length - 1;
        int at = hash & mask;
        for (long slot = slots[at]; slot != 0; slot = slots[at]) {
            if ((int) (slot >>> Integer.SIZE) == hash) {
                int entry = (int) slot - 1;
                if (partitions[entry] == partition && Arrays.equals(keys[entry], key)) {
                    return entry;
                }
            }
            at = at + 1 & mask;
        }
        return ABSENT;
    }

    /**
     * Writes a value, or a tombstone where {@code value} is null. A key written before keeps its place.
     *
     * @return the key's entry
     */
    public int put(int hash, int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        int found = find(hash, partition, key);
        if (found == ABSENT) {
            return append(hash, partition, key, value, timestamp);
        }
        if (found < savedSize) {
            savepoint().note(found, values[found], timestamps[found]);
        }
        overwrite(found, value, timestamp);
        return found;
    }

    private void overwrite(int entry, byte @Nullable [] value, long timestamp) {
        bytes += length(value) - length(values[entry]);
        values[entry] = value;
        timestamps[entry] = timestamp;
    }

    // ---- what is not a row

    void log(int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        OverlayExtras.Logged record = new OverlayExtras.Logged(partition, key, value, timestamp, headers);
        madeExtras().logged().add(record);
        bytes += record.bytes();
    }

    void delete(int hash, int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        int entry = put(hash, partition, key, null, timestamp);
        if (extras != null || !headers.isEmpty()) { // empty ones follow others that the key was deleted with before
            OverlayExtras.Deletion deletion = new OverlayExtras.Deletion(entry, headers);
            madeExtras().deletions().add(deletion);
            bytes += deletion.bytes();
        }
    }

    @Override
    public Map<Integer, CopyOnWriteHeaders> headersOfDeletions() {
        return extras == null ? Map.of() : extras.headersOfDeletions();
    }

    void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        OverlayExtras.RangeDelete range = new OverlayExtras.RangeDelete(partition, from, to);
        madeExtras().deleted().add(range);
        bytes += range.bytes();
    }

    /** The time is no write: without rows it waits for some. */
    void reached(int partition, long timeMs) {
        madeExtras().reachedMs().put(partition, timeMs);
    }

    Map<Integer, Long> reachedMs() {
        return extras == null ? Map.of() : extras.reachedMs();
    }

    private OverlayExtras madeExtras() {
        if (extras == null) {
            extras = new OverlayExtras();
        }
        return extras;
    }

    /** The changelog records that were appended. */
    List<OverlayExtras.Logged> logged() {
        return extras == null ? List.of() : extras.logged();
    }

    List<OverlayExtras.RangeDelete> deleted() {
        return extras == null ? List.of() : extras.deleted();
    }

    boolean isEmpty() {
        return size == 0 && (extras == null || extras.isEmpty());
    }

    // ---- savepoint

    /** From now on writes can be taken back, until {@link #rollback} or {@link #release}. */
    public void save() {
        if (savepoint == null) {
            savepoint = new OverlaySavepoint();
        }
        savepoint.begin(size);
        savedSize = size;
        if (extras != null) {
            extras.save();
        }
    }

    /** What was written since {@link #save} stays. */
    public void release() {
        savedSize = 0;
    }

    /** Takes back what was written since {@link #save}. The caller forgets what it knows of entries beyond the size. */
    public void rollback() {
        OverlaySavepoint to = savepoint();
        savedSize = 0;
        for (int i = to.noted() - 1; i >= 0; i--) {
            overwrite(to.entry(i), to.value(i), to.timestamp(i));
        }
        truncate(to.size());
        if (extras != null) {
            bytes -= extras.rollback();
        }
    }

    private void truncate(int newSize) {
        if (newSize == size) {
            return;
        }
        for (int entry = newSize; entry < size; entry++) {
            bytes -= keys[entry].length + length(values[entry]) + ENTRY_OVERHEAD_BYTES;
        }
        Arrays.fill(keys, newSize, size, null);
        Arrays.fill(values, newSize, size, null);
        size = newSize;
        long[] kept = new long[table.length];
        for (long slot : table) {
            if (slot != 0 && (int) slot <= newSize) {
                insert(kept, (int) (slot >>> Integer.SIZE), (int) slot);
            }
        }
        table = kept;
    }

    private OverlaySavepoint savepoint() {
        if (savepoint == null) {
            throw new IllegalStateException("An overlay without a savepoint, entries=" + size);
        }
        return savepoint;
    }

    private int append(int hash, int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        if (size == keys.length) {
            grow();
        }
        int entry = size++;
        keys[entry] = key;
        values[entry] = value;
        partitions[entry] = partition;
        timestamps[entry] = timestamp;
        bytes += key.length + length(value) + ENTRY_OVERHEAD_BYTES;
        insert(table, hash, entry + 1);
        return entry;
    }

    private static long length(byte @Nullable [] value) {
        return value == null ? 0 : value.length;
    }

    private void grow() {
        int capacity = size == 0 ? firstCapacity : size * 2;
        if (capacity > CAPACITY_MAX) {
            throw new IllegalStateException("Overlay is full, entries=" + size + " bytes=" + bytes
                    + ": commit earlier (fewer uncommitted bytes for an epoch)");
        }
        keys = Arrays.copyOf(keys, capacity);
        values = Arrays.copyOf(values, capacity);
        partitions = Arrays.copyOf(partitions, capacity);
        timestamps = Arrays.copyOf(timestamps, capacity);
        long[] wider = new long[capacity * 2];
        for (long slot : table) {
            if (slot != 0) {
                insert(wider, (int) (slot >>> Integer.SIZE), (int) slot);
            }
        }
        table = wider;
    }

    private static void insert(long[] slots, int hash, int entryPlusOne) {
        int mask = slots.length - 1;
        int at = hash & mask;
        while (slots[at] != 0) {
            at = at + 1 & mask;
        }
        slots[at] = (long) hash << Integer.SIZE | entryPlusOne;
    }

    @Override
    public int size() {
        return size;
    }

    public long bytes() {
        return bytes;
    }

    @Override
    public byte[] key(int entry) {
        return keys[entry];
    }

    @Override
    public byte @Nullable [] value(int entry) {
        return values[entry];
    }

    @Override
    public int partition(int entry) {
        return partitions[entry];
    }

    @Override
    public long timestamp(int entry) {
        return timestamps[entry];
    }
}
