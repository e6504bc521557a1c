package org.stoatflow.runtime.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.Record;

/**
 * One record on its way through a hop.
 *
 * @param record key and value as objects where the plan shows one owner; else no key, and the value's bytes
 * @param keyBytes serialized key, null for a null key
 * @param partition virtual partition in the target stage
 * @param offset offset of the source record that caused this one
 */
record HopRecord(Record<Object, Object> record, byte @Nullable [] keyBytes, int partition, long offset) {
    /** Object headers and fields of a record and its value, in bytes; an estimate for the budget. */
    static final int OVERHEAD_BYTES = 120;

    long bytes() {
        return (long) OVERHEAD_BYTES
                + (keyBytes == null ? 0 : keyBytes.length)
                + (record.value() instanceof byte[] raw ? raw.length : 0);
    }
}
