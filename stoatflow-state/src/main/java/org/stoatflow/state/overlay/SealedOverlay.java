package org.stoatflow.state.overlay;

import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.ValueLayout;

/**
 * One lane's writes to one store in one epoch. Nobody changes it until its state is marked as applied; until then any
 * thread that got it by a safe hand-over may read it. Afterwards it belongs to the lane again.
 */
public final class SealedOverlay implements StateBatch.Writes {
    private final int storeId;
    private final ValueLayout values;
    private final Overlay rows;
    private final OverlayOrder order;
    private final SealedState epoch;

    SealedOverlay(int storeId, ValueLayout values, Overlay rows, OverlayOrder order, SealedState epoch) {
        this.storeId = storeId;
        this.values = values;
        this.rows = rows;
        this.order = order;
        this.epoch = epoch;
    }

    /**
     * The store that was written.
     *
     * @return the store's number, see {@link org.stoatflow.state.StateEngine#storeId}
     */
    @Override
    public int storeId() {
        return storeId;
    }

    /**
     * Whether nothing was written.
     *
     * @return true if there is nothing to apply and nothing to log
     */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * How many keys were written or deleted.
     *
     * @return the number
     */
    public int size() {
        return rows.size();
    }

    /**
     * About how much heap the writes take.
     *
     * @return the number of bytes
     */
    public long bytes() {
        return rows.bytes();
    }

    boolean isApplied() {
        return epoch.isApplied();
    }

    /**
     * What was written.
     *
     * @return the rows
     */
    public WrittenRows written() {
        return rows;
    }

    Overlay rows() {
        return rows;
    }

    /** For the lane's thread only. */
    OverlayOrder order() {
        return order;
    }

    @Override
    public <E extends Exception> void writeTo(StateBatch.RowSink<E> sink) throws E {
        int size = rows.size();
        int[] ascending = sink.isFasterInOrder() ? OverlayOrder.ascending(rows) : null;
        for (int i = 0; i < size; i++) {
            int entry = ascending == null ? i : ascending[i];
            sink.row(storeId, rows.partition(entry), rows.key(entry), storedValue(entry));
        }
        for (OverlayExtras.RangeDelete range : rows.deleted()) {
            sink.deleteRange(storeId, range.partition(), range.from(), range.to());
        }
    }

    @Override
    public void timesTo(StateBatch.TimeSink sink) {
        rows.reachedMs().forEach((partition, timeMs) -> sink.reached(storeId, partition, timeMs));
    }

    /**
     * Appends the changelog records that the store has written beside its rows.
     *
     * @param out takes the records
     */
    public void logAppended(ChangelogCollector out) {
        for (OverlayExtras.Logged record : rows.logged()) {
            out.append(storeId, record.partition(), record.key(), record.value(), record.timestamp(), record.headers());
        }
    }

    private byte @Nullable [] storedValue(int entry) {
        byte[] plain = rows.value(entry);
        return plain == null ? null : values.stored(plain, rows.timestamp(entry));
    }
}
