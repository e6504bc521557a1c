package org.stoatflow.runtime.lane;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One record on its way through a hop.
 *
 * @param key the key where the record goes over as objects, else null
 * @param value the value where the record goes over as objects, since the plan shows one owner; else its bytes
 * @param timestamp event time
 * @param headers nobody changes them any more
 * @param keyBytes serialized key, null for a null key
 * @param partition virtual partition in the target stage
 * @param offset offset of the source record that caused this one
 */
record HopRecord(
        @Nullable Object key,
        @Nullable Object value,
        long timestamp,
        Headers headers,
        byte @Nullable [] keyBytes,
        int partition,
        long offset) {
    /** Object headers and fields of a record and its value, in bytes; an estimate for the budget. */
    static final int OVERHEAD_BYTES = 120;

    long bytes() {
        return (long) OVERHEAD_BYTES
                + (keyBytes == null ? 0 : keyBytes.length)
                + (value instanceof byte[] raw ? raw.length : 0);
    }
}
