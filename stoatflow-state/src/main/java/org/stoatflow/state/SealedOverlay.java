package org.stoatflow.state;

import org.jspecify.annotations.Nullable;

/**
 * One lane's writes to one store in one epoch. Immutable until its state is marked as applied; until then any thread may
 * read it after a safe hand-over. Then it is the lane's again.
 */
public final class SealedOverlay {
    private final int storeId;
    private final RowLayout layout;
    private final Overlay rows;
    private final OverlayOrder order;
    private final SealedState epoch;

    SealedOverlay(
            final int storeId,
            final RowLayout layout,
            final Overlay rows,
            final OverlayOrder order,
            final SealedState epoch) {
        this.storeId = storeId;
        this.layout = layout;
        this.rows = rows;
        this.order = order;
        this.epoch = epoch;
    }

    /**
     * The store that was written.
     *
     * @return the store's number, see {@link StateEngine#storeId}
     */
    public int storeId() {
        return storeId;
    }

    /**
     * Whether nothing was written.
     *
     * @return true if there is no row
     */
    public boolean isEmpty() {
        return rows.size() == 0;
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

    Overlay rows() {
        return rows;
    }

    /** For the lane's thread only. */
    OverlayOrder order() {
        return order;
    }

    byte @Nullable [] storedValue(final int entry) {
        final byte[] plain = rows.value(entry);
        return plain == null ? null : layout.stored(plain, rows.timestamp(entry));
    }
}
