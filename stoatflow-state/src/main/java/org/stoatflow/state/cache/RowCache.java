package org.stoatflow.state.cache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.overlay.KeyHash;
import org.stoatflow.state.overlay.LayeredRows;
import org.stoatflow.state.overlay.Overlay;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;

/**
 * The record cache of one store of one lane: it holds written rows back and so merges updates of one key, as Kafka
 * Streams' {@code CachingKeyValueStore} over its {@code NamedCache} does. Thread: the lane's.
 *
 * <p>Rows leave, all at once, when the lane flushes before it leaves an epoch, and when the lane's caches take more
 * than they may (there, one evicted dirty entry takes all dirty entries of its store along too). They leave in the
 * order of their last writes: {@code NamedCache.put} removes and adds a key that is dirty already. The old value is
 * what was flushed last. Where a key that was never flushed is deleted, the cache writes no changelog record and calls
 * no listener. Other than {@code NamedCache}, this cache does not keep rows that were read or flushed: overlays and
 * RocksDB's cache have them.
 *
 * <p>The listener may read this store, where rows that are still to be flushed count as written, and may write it; what
 * it writes is flushed by the same flush. If it throws, rows are lost and the epoch must be dropped.
 */
public final class RowCache implements RowStore {
    /** Hears of rows that leave the cache; they are written below already. */
    @FunctionalInterface
    public interface Listener {
        void onFlush(
                byte[] key,
                byte @Nullable [] newValue,
                long newTimestamp,
                byte @Nullable [] oldValue,
                long oldTimestamp,
                CachedContext context);
    }

    /** Who hears of rows that leave, and whether with the values that were there before. */
    private record Told(Listener listener, boolean withOldValues) {}

    /** How often a flush may make the cache dirty again. */
    private static final int PASSES_MAX = 1_000;

    private final String store;
    private final LayeredRows below;
    private final CacheContext lane;
    private final CacheBudget budget;
    private CachedRows dirty = new CachedRows();
    private @Nullable CachedRows flushing;
    private @Nullable Told told;
    private boolean deletesWithHeaders; // what writes to this store deletes in that way only
    private long readTimestamp;
    private boolean saving;
    private boolean cleanAtSave;
    private boolean flushPostponed;

    public RowCache(String store, LayeredRows below, CacheContext lane, CacheBudget budget) {
        this.store = store;
        this.below = below;
        this.lane = lane;
        this.budget = budget;
    }

    public void listener(Listener newListener, boolean withOldValues) {
        told = new Told(newListener, withOldValues);
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        int hash = KeyHash.hash(partition, key);
        for (CachedRows rows = dirty; rows != null; rows = rows == dirty ? flushing : null) {
            int entry = rows.rows().find(hash, partition, key);
            if (entry != Overlay.ABSENT) {
                readTimestamp = rows.rows().timestamp(entry);
                return rows.rows().value(entry);
            }
        }
        byte[] value = below.read(partition, key);
        readTimestamp = below.readTimestamp();
        return value;
    }

    @Override
    public long readTimestamp() {
        return readTimestamp;
    }

    @Override
    public void write(int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        write(partition, key, value, timestamp, lane.cached());
    }

    @Override
    public void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        deletesWithHeaders = true;
        write(partition, key, null, timestamp, lane.cached().withHeaders(headers));
    }

    private void write(int partition, byte[] key, byte @Nullable [] value, long timestamp, CachedContext context) {
        long before = dirty.bytes();
        dirty.put(KeyHash.hash(partition, key), partition, key, value, timestamp, context);
        budget.add(dirty.bytes() - before);
        if (flushing == null && budget.isExceeded()) {
            flushPostponed = saving && !cleanAtSave;
            if (!flushPostponed) {
                flush();
            }
        }
    }

    @Override
    public void log(
            int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        below.log(partition, key, value, timestamp, headers);
    }

    @Override
    public void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        below.deleteRange(partition, from, to);
    }

    /** The rows that have brought it there are flushed before the seal. */
    @Override
    public void reached(int partition, long timeMs) {
        below.reached(partition, timeMs);
    }

    // ---- savepoint

    /**
     * Begins a savepoint: writes from now on can be taken back. A flush that falls due meanwhile waits for {@link
     * #release} if the rows were written before the savepoint. A flush of rows that were written since is taken back
     * with them, since the store below the cache has a savepoint, too.
     */
    public void save() {
        dirty.save();
        saving = true;
        cleanAtSave = !isDirty();
        flushPostponed = false;
    }

    /** What was written since {@link #save} stays. */
    public void release() {
        dirty.release();
        saving = false;
    }

    /** After {@link #release}; as a write would have done. */
    public void flushIfPostponed() {
        if (flushPostponed) {
            flushPostponed = false;
            flush();
        }
    }

    public void rollback() {
        long before = dirty.bytes();
        if (cleanAtSave) {
            dirty = new CachedRows();
        } else {
            dirty.rollback();
        }
        budget.add(dirty.bytes() - before);
        saving = false;
        flushPostponed = false;
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        List<RowCursor> above = new ArrayList<>();
        above.add(dirty.cursor(partition, from, to, forward));
        if (flushing != null) {
            above.add(flushing.cursor(partition, from, to, forward));
        }
        return below.scan(partition, from, to, forward, above);
    }

    /** What is below the cache, as in Kafka Streams. */
    @Override
    public long approximateEntries(int partition) {
        return below.approximateEntries(partition);
    }

    /** What is below the cache, as in Kafka Streams. */
    @Override
    public long uncommittedBytes() {
        return below.uncommittedBytes();
    }

    public boolean isDirty() {
        return dirty.rows().size() > 0;
    }

    public long bytes() {
        return dirty.bytes();
    }

    /** Writes all dirty rows below and tells the listener of each. */
    public void flush() {
        if (flushing != null) {
            throw new IllegalStateException("Store " + store + ": its cache is flushed by what its flush calls");
        }
        for (int pass = 0; isDirty() && !lane.isOver(); pass++) {
            if (pass == PASSES_MAX) {
                throw new IllegalStateException("Store " + store + ": its cache is dirty again after " + pass
                        + " flushes: what hears of its updates writes it again");
            }
            flushOnce();
        }
    }

    private void flushOnce() {
        CachedRows rows = dirty;
        flushing = rows;
        dirty = new CachedRows();
        budget.add(-rows.bytes());
        int partition = lane.partition();
        Object kept = lane.keep();
        try {
            for (int entry : rows.inOrderOfLastWrites()) {
                if (lane.isOver()) {
                    return;
                }
                flush(rows, entry);
            }
        } finally {
            flushing = null;
            lane.partition(partition);
            lane.resume(kept);
        }
    }

    private void flush(CachedRows cached, int entry) {
        Overlay rows = cached.rows();
        byte[] value = rows.value(entry);
        int partition = rows.partition(entry);
        byte[] key = rows.key(entry);
        Told hearer = told;
        if (hearer == null) {
            writeBelow(cached, entry);
            return;
        }
        byte[] old = value == null || hearer.withOldValues ? below.read(partition, key) : null;
        if (value != null || old != null) {
            long oldTimestamp = below.readTimestamp();
            CachedContext context = cached.context(entry);
            writeBelow(cached, entry);
            lane.partition(partition);
            lane.resume(context.kept());
            hearer.listener.onFlush(
                    key, value, rows.timestamp(entry), hearer.withOldValues ? old : null, oldTimestamp, context);
        }
    }

    private void writeBelow(CachedRows cached, int entry) {
        Overlay rows = cached.rows();
        byte[] value = rows.value(entry);
        if (value == null && deletesWithHeaders) {
            below.delete(
                    rows.partition(entry),
                    rows.key(entry),
                    rows.timestamp(entry),
                    cached.context(entry).headers());
        } else {
            below.write(rows.partition(entry), rows.key(entry), value, rows.timestamp(entry));
        }
    }

    /** Forgets all dirty rows. */
    public void drop() {
        budget.add(-dirty.bytes());
        dirty = new CachedRows();
        saving = false;
        flushPostponed = false;
    }
}
