package org.stoatflow.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One atomic write to a {@link StateEngine}: overlays in the order added, then single rows, changelog positions and the
 * runtime's rows. Built by one thread (the committer's or a restorer's) and applied once.
 */
public final class StateBatch {
    /**
     * Takes the rows of a batch.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    public interface RowSink<E extends Exception> {
        /**
         * Takes one row.
         *
         * @param storeId the store
         * @param partition the virtual partition
         * @param key the key's bytes, which nobody may change
         * @param storedValue the stored bytes, which nobody may change, or null to remove the row
         * @throws E as the sink says
         */
        void row(int storeId, int partition, byte[] key, byte @Nullable [] storedValue) throws E;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(int storeId, int partition, byte[] key, byte @Nullable [] value) {}

    private final long nowMs;
    private final List<SealedOverlay> overlays = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final Map<StorePartition, ChangelogPosition> positions = new LinkedHashMap<>();
    private final Map<String, byte[]> metas = new LinkedHashMap<>();
    private boolean allCurrent;
    private boolean used;

    /**
     * Starts a batch.
     *
     * @param nowMs the time of the apply, in milliseconds since 1970
     */
    public StateBatch(final long nowMs) {
        this.nowMs = nowMs;
    }

    /**
     * Adds all writes of an overlay.
     *
     * @param overlay the overlay, whose changelog records are committed
     */
    public void add(final SealedOverlay overlay) {
        overlays.add(overlay);
    }

    /**
     * Adds one row.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param key the key's bytes
     * @param value the stored bytes, see {@link StateEngine}, or null to remove the row
     */
    public void put(final int storeId, final int partition, final byte[] key, final byte @Nullable [] value) {
        rows.add(new Row(storeId, partition, key, value));
    }

    /**
     * Adds the changelog position that the rows of a store partition have with this batch, complete at the batch's time.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param nextOffset the changelog offset of the first record that is not in the rows
     */
    public void position(final int storeId, final int partition, final long nextOffset) {
        position(storeId, partition, new ChangelogPosition(nextOffset, nowMs));
    }

    /**
     * Adds a changelog position behind which markers of the writer's own transactions stand.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param nextOffset the changelog offset of the first record that is not in the rows
     * @param ownEnd see {@link ChangelogPosition}
     */
    public void position(final int storeId, final int partition, final long nextOffset, final long ownEnd) {
        position(storeId, partition, new ChangelogPosition(nextOffset, ownEnd, nowMs));
    }

    /**
     * Adds a changelog position that carries a time of its own, as a restorer needs before it has reached the end.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param position the position
     */
    public void position(final int storeId, final int partition, final ChangelogPosition position) {
        positions.put(new StorePartition(storeId, partition), position);
    }

    /**
     * Says that with this batch the stored changelog position of every store that this engine was opened with, and that has a
     * changelog, is at the end of it, so that the batch's time counts for all of them. It says nothing of other stores on the
     * disk, which this run does not follow. A committer says it of each batch, once all stores are restored (an empty
     * batch once in a while does for an idle application); a restorer never does. Without it, a store partition that was
     * not written for the topic's {@code delete.retention.ms} is rebuilt after a crash when it need not be.
     */
    public void markAllCurrent() {
        allCurrent = true;
    }

    /**
     * Adds a small row of the runtime's.
     *
     * @param key the row's name
     * @param value its bytes
     */
    public void meta(final String key, final byte[] value) {
        metas.put(key, value);
    }

    /** Claims the batch for its only apply. */
    void use() {
        if (used) {
            throw new IllegalStateException("A state batch is applied once, nowMs=" + nowMs);
        }
        used = true;
    }

    long nowMs() {
        return nowMs;
    }

    boolean isAllCurrent() {
        return allCurrent;
    }

    /**
     * Gives all rows to a sink, in the order of the batch.
     *
     * @param sink takes the rows
     * @param <E> what the sink throws
     * @throws E what the sink throws
     */
    public <E extends Exception> void forEachRow(final RowSink<E> sink) throws E {
        for (final SealedOverlay overlay : overlays) {
            final Overlay written = overlay.rows();
            final int size = written.size();
            for (int entry = 0; entry < size; entry++) {
                sink.row(overlay.storeId(), written.partition(entry), written.key(entry), overlay.storedValue(entry));
            }
        }
        for (final Row row : rows) {
            sink.row(row.storeId, row.partition, row.key, row.value);
        }
    }

    Map<StorePartition, ChangelogPosition> positions() {
        return positions;
    }

    Map<String, byte[]> metas() {
        return metas;
    }

    /** The part of this batch that is about persistent stores and the runtime's rows, or that about the others. */
    StateBatch part(final boolean persistent) {
        final StateBatch part = new StateBatch(nowMs);
        part.allCurrent = allCurrent;
        for (final SealedOverlay overlay : overlays) {
            if (StoreIds.isPersistent(overlay.storeId()) == persistent) {
                part.overlays.add(overlay);
            }
        }
        for (final Row row : rows) {
            if (StoreIds.isPersistent(row.storeId) == persistent) {
                part.rows.add(row);
            }
        }
        positions.forEach((of, position) -> {
            if (StoreIds.isPersistent(of.storeId()) == persistent) {
                part.positions.put(of, position);
            }
        });
        if (persistent) {
            part.metas.putAll(metas);
        }
        return part;
    }
}
