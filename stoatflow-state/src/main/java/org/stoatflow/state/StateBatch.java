package org.stoatflow.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One write to a {@link StateEngine}, atomic unless its rows are to be {@linkplain Loading loaded}: overlays in
 * the order added, then single rows and range deletes, changelog positions and the runtime's rows. Built by one thread
 * (the committer's or a restorer's) and applied once.
 */
public final class StateBatch {
    /** How single rows reach the disk. */
    public enum Loading {
        /** All of the batch in one write. */
        AT_ONCE,
        /** In the order of their keys, in several writes, of which the last one has the positions. */
        IN_PIECES,
        /** As a file of sorted rows, before the positions. */
        AS_FILE
    }

    /** What one lane has written to one store in one epoch. */
    public interface Writes {
        /**
         * The store that was written.
         *
         * @return the store's number, see {@link StateEngine#storeId}
         */
        int storeId();

        /**
         * Gives the rows, and behind them the range deletes, to a sink.
         *
         * @param sink takes them
         * @param <E> what the sink throws
         * @throws E what the sink throws
         */
        <E extends Exception> void writeTo(RowSink<E> sink) throws E;

        /**
         * Gives the times that puts have reached, of stores that say so.
         *
         * @param sink takes them
         */
        default void timesTo(TimeSink sink) {}
    }

    /** Takes the times that puts into store partitions have reached. */
    @FunctionalInterface
    public interface TimeSink {
        /**
         * Takes one time.
         *
         * @param storeId the store
         * @param partition the virtual partition
         * @param timeMs milliseconds since 1970
         */
        void reached(int storeId, int partition, long timeMs);
    }

    /**
     * Takes the writes of a batch.
     *
     * @param <E> what it throws
     */
    public interface RowSink<E extends Exception> {
        /**
         * Whether rows of an overlay cost the sink less in the order of partitions and keys.
         *
         * @return false if they are to come in the order in which their keys were first written
         */
        default boolean isFasterInOrder() {
            return false;
        }

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

        /**
         * Removes the rows with {@code from <= key < to}, those included that came before in this batch.
         *
         * @param storeId the store
         * @param partition the virtual partition
         * @param from the least key, or null for no bound
         * @param to the key to stop before, or null for no bound
         * @throws E as the sink says
         */
        void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) throws E;
    }

    private sealed interface Change {
        int storeId();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(int storeId, int partition, byte[] key, byte @Nullable [] value) implements Change {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record RangeDelete(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to)
            implements Change {}

    /** What a row takes on the heap beside its bytes. */
    private static final int ROW_BYTES = 72;

    private final long nowMs;
    private final List<Writes> overlays = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<StorePartition, ChangelogPosition> positions = new LinkedHashMap<>();
    private final Map<String, byte[]> metas = new LinkedHashMap<>();
    private boolean allCurrent;
    private boolean restoring;
    private Loading loading = Loading.AT_ONCE;
    private @Nullable PackedRows packed; // single rows, before the other changes
    private boolean removesRanges;
    private long bytes;
    private boolean used;

    /**
     * Starts a batch.
     *
     * @param nowMs the time of the apply, in milliseconds since 1970
     */
    public StateBatch(long nowMs) {
        this.nowMs = nowMs;
    }

    /**
     * Adds all writes of an overlay.
     *
     * @param overlay the sealed overlay, whose changelog records are committed
     */
    public void add(Writes overlay) {
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
    public void put(int storeId, int partition, byte[] key, byte @Nullable [] value) {
        if (packed != null && packed.isOf(storeId, partition) && changes.isEmpty()) {
            packed.add(key, value);
            return;
        }
        changes.add(new Row(storeId, partition, key, value));
        bytes += ROW_BYTES + key.length + (value == null ? 0 : value.length);
    }

    /**
     * Removes the rows with {@code from <= key < to}, those included that were added before.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     */
    public void deleteRange(int storeId, int partition, byte @Nullable [] from, byte @Nullable [] to) {
        changes.add(new RangeDelete(storeId, partition, from, to));
        removesRanges = true;
        bytes += ROW_BYTES;
    }

    /**
     * Adds a changelog position: with this batch the rows of the store partition have come so far, and they are
     * complete at the batch's time.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param nextOffset the changelog offset of the first record that is not in the rows
     */
    public void position(int storeId, int partition, long nextOffset) {
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
    public void position(int storeId, int partition, long nextOffset, long ownEnd) {
        position(storeId, partition, new ChangelogPosition(nextOffset, ownEnd, nowMs));
    }

    /**
     * Adds a changelog position that carries a time of its own, as a restorer needs before it has reached the end.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @param position the position
     */
    public void position(int storeId, int partition, ChangelogPosition position) {
        positions.put(new StorePartition(storeId, partition), position);
    }

    /**
     * Declares the stored changelog positions current: with this batch, each store that this engine was opened with and
     * that has a changelog is at the end of its changelog. So the batch's time counts for all of these stores. Other
     * stores on the disk are not meant, since this run does not follow them. A committer declares it with each batch,
     * once all stores are restored; an idle application writes an empty batch once in a while. A restorer never
     * declares it. Without it, a store partition that was not written for the topic's {@code delete.retention.ms} would
     * be rebuilt after a crash for nothing.
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
    public void meta(String key, byte[] value) {
        metas.put(key, value);
    }

    /** Claims the batch for its only apply. */
    public void use() {
        if (used) {
            throw new IllegalStateException("A state batch is applied once, nowMs=" + nowMs);
        }
        used = true;
    }

    public long nowMs() {
        return nowMs;
    }

    public boolean isAllCurrent() {
        return allCurrent;
    }

    /**
     * Gives all writes of rows to a sink, in the order of the batch.
     *
     * @param sink takes the rows
     * @param <E> what the sink throws
     * @throws E what the sink throws
     */
    public <E extends Exception> void writeTo(RowSink<E> sink) throws E {
        for (Writes overlay : overlays) {
            overlay.writeTo(sink);
        }
        if (packed != null) {
            packed.writeTo(sink);
        }
        for (Change change : changes) {
            switch (change) {
                case Row row -> sink.row(row.storeId, row.partition, row.key, row.value);
                case RangeDelete range -> sink.deleteRange(range.storeId, range.partition, range.from, range.to);
            }
        }
    }

    /** Gives the times that the puts of the overlays have reached to a sink. */
    void timesTo(TimeSink sink) {
        overlays.forEach(overlay -> overlay.timesTo(sink));
    }

    public Map<StorePartition, ChangelogPosition> positions() {
        return positions;
    }

    public Map<String, byte[]> metas() {
        return metas;
    }

    /** Says that the rows were made of changelog records, and not of what processors have written. */
    public void restores() {
        restoring = true;
    }

    /** About how much memory the single rows of the batch take, in bytes. */
    public long bytes() {
        return packed == null ? bytes : bytes + packed.bytes();
    }

    /**
     * Keeps the rows of a store partition packed, until a range is removed or another store's row comes: they may be
     * loaded. Before the first one.
     *
     * @param buffers the memory for them, until {@link #release}
     */
    public void pack(int storeId, int partition, RowBuffers buffers) {
        packed = new PackedRows(storeId, partition, buffers);
    }

    /** Gives back the memory of packed rows. Nobody has the batch any more. */
    public void release() {
        if (packed != null) {
            packed.release();
        }
    }

    /**
     * Asks for the rows to be loaded, where the engine can, see {@link StateEngine#loadsFiles}. Then the batch is not
     * atomic: rows come before positions, so that whoever is killed between the two loads the same rows again.
     *
     * @param how the way to the disk
     */
    public void load(Loading how) {
        loading = how;
    }

    /**
     * How the rows are to be loaded, and may be: there are packed rows only, which nothing removes.
     *
     * @return {@link Loading#AT_ONCE} where they may not
     */
    public Loading loading() {
        return packed != null && overlays.isEmpty() && changes.isEmpty() ? loading : Loading.AT_ONCE;
    }

    /** The rows of a batch that is {@linkplain #loading loaded}. */
    public PackedRows packed() {
        if (packed == null) {
            throw new IllegalStateException("the batch has no packed rows, nowMs=" + nowMs);
        }
        return packed;
    }

    /** Whether the batch removes ranges of rows. */
    public boolean removesRanges() {
        return removesRanges;
    }

    /** Whether the rows were made of changelog records. */
    public boolean isRestoring() {
        return restoring;
    }

    /**
     * A part of this batch, to be applied by itself.
     *
     * @param stores the numbers of the stores that the part is about
     * @param withRuntime whether the runtime's rows belong to it
     * @return the part
     */
    public StateBatch part(IntPredicate stores, boolean withRuntime) {
        StateBatch part = new StateBatch(nowMs);
        part.allCurrent = allCurrent;
        part.restoring = restoring;
        part.loading = loading;
        part.packed = packed != null && stores.test(packed.storeId()) ? packed : null;
        for (Writes overlay : overlays) {
            if (stores.test(overlay.storeId())) {
                part.overlays.add(overlay);
            }
        }
        for (Change change : changes) {
            if (stores.test(change.storeId())) {
                part.changes.add(change);
                part.removesRanges |= change instanceof RangeDelete;
            }
        }
        positions.forEach((of, position) -> {
            if (stores.test(of.storeId())) {
                part.positions.put(of, position);
            }
        });
        if (withRuntime) {
            part.metas.putAll(metas);
        }
        return part;
    }
}
