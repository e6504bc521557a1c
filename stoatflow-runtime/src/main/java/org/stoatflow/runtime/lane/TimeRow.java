package org.stoatflow.runtime.lane;

import java.nio.ByteBuffer;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;

/**
 * Stream time of a stage's virtual partition, as it is kept with the state.
 *
 * @param key name of the row
 * @param streamTime highest record timestamp seen
 */
record TimeRow(String key, long streamTime) {
    static String key(int stage, int partition) {
        return "stream-time." + stage + "_" + partition;
    }

    void addTo(StateBatch batch) {
        batch.meta(key, ByteBuffer.allocate(Long.BYTES).putLong(streamTime).array());
    }

    /** The stream time that is kept, or {@link StreamTimes#UNKNOWN}. */
    static long read(StateEngine state, String key) {
        byte[] kept = state.meta(key);
        return kept == null ? StreamTimes.UNKNOWN : ByteBuffer.wrap(kept).getLong();
    }
}
