package org.stoatflow.restore;

import java.nio.ByteBuffer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateReads;
import org.stoatflow.state.StoreTime;

/**
 * The latest stream time that a restore has been shown of a store partition. It is kept in the state until the restore
 * is complete, so that one which is killed and goes on does not forget what it has read. Then the owner of the clocks
 * takes it. Stateless; one thread restores a store partition.
 */
public final class RestoredTimes {
    /** Nothing was read. */
    public static final long NONE = -1;

    private RestoredTimes() {}

    /**
     * The latest time that the records show which were read ({@link
     * org.stoatflow.state.store.StoreFormat#shownTimeMs}).
     *
     * @param state the state
     * @param store the store's name
     * @param partition the virtual partition
     * @return milliseconds since 1970, or {@link #NONE}
     */
    public static long read(StateReads state, String store, int partition) {
        byte[] kept = state.meta(row(store, partition));
        return kept == null ? NONE : ByteBuffer.wrap(kept).getLong();
    }

    static void write(StateBatch batch, String store, int partition, long latestMs) {
        batch.meta(
                row(store, partition),
                ByteBuffer.allocate(Long.BYTES).putLong(latestMs).array());
    }

    /**
     * Forgets a time, once it is taken.
     *
     * @param state the state
     * @param batch the write that takes it
     * @param store the store's name
     * @param partition the virtual partition
     */
    public static void forget(StateReads state, StateBatch batch, String store, int partition) {
        if (read(state, store, partition) != NONE) {
            write(batch, store, partition, NONE);
        }
    }

    private static String row(String store, int partition) {
        return StoreTime.RESTORED.row(store, partition);
    }
}
