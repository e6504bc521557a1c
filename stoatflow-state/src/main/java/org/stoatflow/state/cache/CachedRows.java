package org.stoatflow.state.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.overlay.Overlay;
import org.stoatflow.state.overlay.OverlayCursor;
import org.stoatflow.state.overlay.OverlayOrder;
import org.stoatflow.state.overlay.RowCursor;

/** Dirty rows of a cache, each with the record that wrote it last, in the order of last writes. Thread: the lane's. */
final class CachedRows {
    private static final int STALE_MAX = 64;

    private final Overlay rows = new Overlay(0);
    private final OverlayOrder order = new OverlayOrder(rows);
    private @Nullable CachedContext[] contexts = new CachedContext[0];
    private int[] lastWrites = new int[0];
    private int[] writes = new int[0];
    private int writeCount;

    private final List<Overwritten> overwritten = new ArrayList<>();
    private boolean saving;
    private int savedSize;
    private int savedWriteCount;
    private long contextBytes;
    private long savedContextBytes;

    /** What an entry of before the savepoint had, before it was written again. */
    private record Overwritten(int entry, @Nullable CachedContext context, int lastWrite) {}

    /** Writes a row, which becomes the last one to be flushed. */
    void put(int hash, int partition, byte[] key, byte @Nullable [] value, long timestamp, CachedContext context) {
        int entry = rows.put(hash, partition, key, value, timestamp);
        if (entry >= contexts.length) {
            contexts = Arrays.copyOf(contexts, Math.max(16, entry * 2));
            lastWrites = Arrays.copyOf(lastWrites, contexts.length);
        }
        if (writeCount == writes.length) {
            makeRoom();
        }
        if (saving && entry < savedSize) {
            overwritten.add(new Overwritten(entry, contexts[entry], lastWrites[entry]));
        }
        CachedContext before = contexts[entry];
        contextBytes += context.bytes() - (before == null ? 0 : before.bytes());
        contexts[entry] = context;
        lastWrites[entry] = writeCount;
        writes[writeCount++] = entry;
    }

    private void makeRoom() {
        if (!saving && writeCount >= 2 * rows.size() + STALE_MAX) {
            writes = inOrderOfLastWrites();
            writeCount = writes.length;
            for (int i = 0; i < writeCount; i++) {
                lastWrites[writes[i]] = i;
            }
        }
        writes = Arrays.copyOf(writes, Math.max(16, writeCount * 2));
    }

    /** From now on writes can be taken back, until {@link #rollback} or {@link #release}. */
    void save() {
        rows.save();
        overwritten.clear();
        saving = true;
        savedSize = rows.size();
        savedWriteCount = writeCount;
        savedContextBytes = contextBytes;
    }

    void release() {
        rows.release();
        saving = false;
    }

    void rollback() {
        rows.rollback();
        order.forgetTruncated();
        for (int i = overwritten.size() - 1; i >= 0; i--) {
            Overwritten before = overwritten.get(i);
            contexts[before.entry] = before.context;
            lastWrites[before.entry] = before.lastWrite;
        }
        Arrays.fill(contexts, Math.min(savedSize, contexts.length), contexts.length, null);
        writeCount = savedWriteCount;
        contextBytes = savedContextBytes;
        saving = false;
    }

    /** The entries, those written last at the end. */
    int[] inOrderOfLastWrites() {
        int[] entries = new int[rows.size()];
        int count = 0;
        for (int i = 0; i < writeCount; i++) {
            if (lastWrites[writes[i]] == i) {
                entries[count++] = writes[i];
            }
        }
        return Arrays.copyOf(entries, count);
    }

    Overlay rows() {
        return rows;
    }

    /** Approximate memory of the rows, and of what each keeps of the record that wrote it, in bytes. */
    long bytes() {
        return rows.bytes() + contextBytes;
    }

    CachedContext context(int entry) {
        CachedContext context = contexts[entry];
        if (context == null) {
            throw new IllegalStateException("Cached entry " + entry + " of " + rows.size() + " has no context");
        }
        return context;
    }

    RowCursor cursor(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return new OverlayCursor(rows, ValueLayout.TIMESTAMPED, order.slice(partition, from, to), forward);
    }
}
