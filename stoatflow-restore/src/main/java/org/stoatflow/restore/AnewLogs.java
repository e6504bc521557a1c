package org.stoatflow.restore;

import java.nio.ByteBuffer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateReads;
import org.stoatflow.state.StateWrites;
import org.stoatflow.state.StoreTime;

/**
 * Remembers in the state that a changelog was deleted and created anew, from before its rows are dropped until the
 * owner of the clocks has begun these anew. Who follows a changelog may see this long before it becomes the owner.
 * Stateless; one thread restores a store partition.
 */
public final class AnewLogs {
    private static final long NONE = -1;

    private AnewLogs() {}

    /**
     * Whether the rows of a store partition were dropped for good, and its clocks still have to begin anew.
     *
     * @param state the state
     * @param store the store's name
     * @param partition the virtual partition
     */
    public static boolean isNoted(StateReads state, String store, int partition) {
        byte[] kept = state.meta(StoreTime.ANEW.row(store, partition));
        return kept != null && ByteBuffer.wrap(kept).getLong() != NONE;
    }

    static void note(StateWrites state, String store, int partition, long nowMs) {
        StateBatch batch = new StateBatch(nowMs);
        write(batch, store, partition, nowMs);
        state.apply(batch);
    }

    /**
     * Forgets it, once the clocks have begun anew.
     *
     * @param state the state
     * @param batch the write of the clocks
     * @param store the store's name
     * @param partition the virtual partition
     */
    public static void forget(StateReads state, StateBatch batch, String store, int partition) {
        if (isNoted(state, store, partition)) {
            write(batch, store, partition, NONE);
        }
    }

    private static void write(StateBatch batch, String store, int partition, long value) {
        batch.meta(
                StoreTime.ANEW.row(store, partition),
                ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }
}
