package org.stoatflow.memorykafka;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * One offset of a log: a record, or a control marker, which occupies an offset and is never delivered.
 */
final class LogEntry {
    private static final Header[] NO_HEADERS = {};

    final long offset;
    final long timestamp;
    final byte @Nullable [] key;
    final byte @Nullable [] value;
    final Header[] headers;
    final LogTransaction transaction;
    final boolean isMarker;

    LogEntry(
            long offset,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers,
            LogTransaction transaction) {
        this(offset, timestamp, key, value, headers, transaction, false);
    }

    private LogEntry(
            long offset,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers,
            LogTransaction transaction,
            boolean isMarker) {
        this.offset = offset;
        this.timestamp = timestamp;
        this.key = key;
        this.value = value;
        this.headers = headers;
        this.transaction = transaction;
        this.isMarker = isMarker;
    }

    static LogEntry marker(long offset, long timestamp, LogTransaction transaction) {
        return new LogEntry(offset, timestamp, null, null, NO_HEADERS, transaction, true);
    }

    /** Whether a consumer is handed this entry, given that it lies below the bound of its isolation level. */
    boolean isDelivered(boolean readCommitted) {
        return !isMarker && !(readCommitted && transaction.isAborted());
    }
}
