package org.stoatflow.state.overlay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that a cache can lie above. Thread: the lane's. */
public interface LayeredRows extends RowStore {
    /**
     * Scans as {@link RowStore#scan} does, below layers that are newer than what is here.
     *
     * @param partition the virtual partition
     * @param from the least key, or null for no bound
     * @param to the key to stop before, or null for no bound
     * @param forward true for ascending keys
     * @param above the newer layers, the newest first
     * @return a cursor, to be closed
     */
    RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward, List<RowCursor> above);
}
