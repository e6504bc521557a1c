package org.stoatflow.state.overlay;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.streams.processor.StateStore;

/**
 * One store of one lane: the open overlay above the sealed ones above the committed rows.
 *
 * <p>Thread: the lane's.
 *
 * <p>Race with the committer: it applies a sealed overlay to the engine and then sets its state's {@code applied}. Here
 * the flag is read first and the engine second, so that a row is seen in at least one of them; where it is seen in
 * both, the overlay's is the same or newer. Sealed overlays are left out oldest first, never from the middle.
 */
public final class StoreLayers implements LayeredRows {
    /** Open iterators of a store on disk beyond which the oldest is closed. */
    public static final int OPEN_CURSORS_MAX = 10_000;

    private static final int COUNT_EXACTLY_MAX = 1_000;

    private final String name;
    private final int storeId;
    private final ValueLayout values;
    private final StateEngine committed;
    private final List<SealedOverlay> sealed = new ArrayList<>();
    private final OpenCursors cursors;
    private Overlay open = new Overlay(0);
    private OverlayOrder order = new OverlayOrder(open);
    private @Nullable Overlay spare; // empty; was applied
    private long readTimestamp;

    /** @param onDisk whether open cursors hold more than memory of the heap */
    public StoreLayers(String name, int storeId, ValueLayout values, StateEngine committed, boolean onDisk) {
        this.name = name;
        this.storeId = storeId;
        this.values = values;
        this.committed = committed;
        this.cursors = new OpenCursors(name, onDisk);
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        int hash = KeyHash.hash(partition, key);
        int entry = open.find(hash, partition, key);
        if (entry != Overlay.ABSENT) {
            return found(open, entry);
        }
        if (!sealed.isEmpty()) {
            forgetApplied();
            for (int i = sealed.size() - 1; i >= 0; i--) {
                Overlay rows = sealed.get(i).rows();
                int older = rows.find(hash, partition, key);
                if (older != Overlay.ABSENT) {
                    return found(rows, older);
                }
            }
        }
        return readCommitted(partition, key);
    }

    private byte @Nullable [] found(Overlay rows, int entry) {
        readTimestamp = values.kept(rows.timestamp(entry));
        byte[] plain = rows.value(entry);
        return plain == null ? null : values.kept(plain);
    }

    private byte @Nullable [] readCommitted(int partition, byte[] key) {
        byte[] stored = committed.get(storeId, partition, key);
        if (stored == null) {
            return null;
        }
        readTimestamp = values.timestamp(stored);
        return values.plain(stored);
    }

    @Override
    public long readTimestamp() {
        return readTimestamp;
    }

    @Override
    public StateStore users(int partition) {
        return committed.usersStore(storeId, partition);
    }

    @Override
    public void write(int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        open.put(KeyHash.hash(partition, key), partition, key, value, timestamp);
    }

    @Override
    public void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        open.delete(KeyHash.hash(partition, key), partition, key, timestamp, headers);
    }

    @Override
    public void log(
            int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        open.log(partition, key, value, timestamp, headers);
    }

    @Override
    public void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        open.deleteRange(partition, from, to);
    }

    @Override
    public void reached(int partition, long timeMs) {
        open.reached(partition, timeMs);
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return scan(partition, from, to, forward, List.of());
    }

    @Override
    public RowCursor scan(
            int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward, List<RowCursor> above) {
        forgetApplied();
        List<RowCursor> newestFirst = new ArrayList<>(above);
        newestFirst.add(new OverlayCursor(open, values, order.slice(partition, from, to), forward));
        for (int i = sealed.size() - 1; i >= 0; i--) {
            SealedOverlay overlay = sealed.get(i);
            newestFirst.add(
                    new OverlayCursor(overlay.rows(), values, overlay.order().slice(partition, from, to), forward));
        }
        newestFirst.add(new CommittedCursor(committed.scan(storeId, partition, from, to, forward), values));
        return new TrackedCursor(name, new MergedCursor(newestFirst, forward), cursors);
    }

    @Override
    public long approximateEntries(int partition) {
        forgetApplied();
        long entries = committed.approximateEntries(storeId, partition);
        for (int layer = 0; layer <= sealed.size(); layer++) {
            entries += gained(layer, partition);
        }
        return Math.max(0, entries);
    }

    /** How many rows a layer adds to those below it: exact for few rows, else as if all its keys were new there. */
    private long gained(int layer, int partition) {
        Overlay rows = layer < sealed.size() ? sealed.get(layer).rows() : open;
        boolean exact = rows.size() <= COUNT_EXACTLY_MAX;
        long gained = 0;
        for (int entry = 0; entry < rows.size(); entry++) {
            if (rows.partition(entry) == partition) {
                boolean below = exact && isPresentBelow(layer, partition, rows.key(entry));
                boolean here = rows.value(entry) != null;
                gained += (here ? 1 : 0) - (below ? 1 : 0);
            }
        }
        return gained;
    }

    private boolean isPresentBelow(int layer, int partition, byte[] key) {
        int hash = KeyHash.hash(partition, key);
        for (int i = layer - 1; i >= 0; i--) {
            Overlay rows = sealed.get(i).rows();
            int entry = rows.find(hash, partition, key);
            if (entry != Overlay.ABSENT) {
                return rows.value(entry) != null;
            }
        }
        return committed.get(storeId, partition, key) != null;
    }

    @Override
    public long uncommittedBytes() {
        long bytes = open.bytes();
        for (SealedOverlay overlay : sealed) {
            bytes += overlay.isApplied() ? 0 : overlay.bytes();
        }
        return bytes;
    }

    private void forgetApplied() {
        while (!sealed.isEmpty() && sealed.getFirst().isApplied()) {
            spare = sealed.removeFirst().rows();
            spare.clear();
        }
    }

    /** Seals what was written, if anything was; goes on with an empty overlay above it. */
    public @Nullable SealedOverlay seal(SealedState epoch) {
        forgetApplied();
        cursors.forgetReleased();
        if (open.isEmpty()) {
            return null;
        }
        SealedOverlay overlay = new SealedOverlay(storeId, values, open, order, epoch);
        sealed.add(overlay);
        renew(open.size());
        return overlay;
    }

    public void save() {
        open.save();
    }

    public void release() {
        open.release();
    }

    public void rollback() {
        open.rollback();
        order.forgetTruncated();
    }

    /** Forgets all that is not committed and closes all cursors. */
    public void drop() {
        sealed.clear();
        spare = null;
        renew(0);
        closeCursors();
    }

    void closeCursors() {
        cursors.close();
    }

    private void renew(int sizeHint) {
        open = spare != null && spare.suits(sizeHint) ? spare : new Overlay(sizeHint);
        spare = null;
        order = new OverlayOrder(open);
    }

    public long openBytes() {
        return open.bytes();
    }
}
