package org.stoatflow.kernel.record;

import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.RecordContext;

/**
 * What user code is told of one record, which it may keep. Immutable, but for the headers, which are the record's and
 * may be changed.
 *
 * @param rawValue makes the raw value, or has it: few ask for it
 */
record SeenRecord(
        @Nullable String topic,
        int partition,
        long offset,
        long timestamp,
        Headers headers,
        byte @Nullable [] sourceRawKey,
        Supplier<byte @Nullable []> rawValue)
        implements RecordContext {
    @Override
    public byte @Nullable [] sourceRawValue() {
        return rawValue.get();
    }
}
