package org.stoatflow.kernel.record;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.RecordContext;

/**
 * What user code is told of one record, which it may keep. Immutable, but for the headers, which are the record's and
 * may be changed.
 */
record SeenRecord(
        @Nullable String topic,
        int partition,
        long offset,
        long timestamp,
        Headers headers,
        byte @Nullable [] sourceRawKey,
        byte @Nullable [] sourceRawValue)
        implements RecordContext {}
