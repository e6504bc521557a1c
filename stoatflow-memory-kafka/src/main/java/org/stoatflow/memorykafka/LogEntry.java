package org.stoatflow.memorykafka;

import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * One offset of a log: a record, or a control marker, which occupies an offset and is never delivered.
 */
final class LogEntry {
    /** No other entry has this very array. */
    private static final Header[] OF_MARKER = {};

    final long offset;
    final long timestamp;
    final byte @Nullable [] key;
    final byte @Nullable [] value;
    final Header[] headers;
    final LogTransaction transaction;
    final boolean isMarker;
    final int leaderEpoch;

    LogEntry(
            long offset,
            int leaderEpoch,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header[] headers,
            LogTransaction transaction) {
        this.offset = offset;
        this.leaderEpoch = leaderEpoch;
        this.timestamp = timestamp;
        this.key = key;
        this.value = value;
        this.headers = headers;
        this.transaction = transaction;
        this.isMarker = isOfMarker(headers);
    }

    @SuppressWarnings("ReferenceEquality") // this very array
    private static boolean isOfMarker(Header[] headers) {
        return headers == OF_MARKER;
    }

    static LogEntry marker(long offset, int leaderEpoch, long timestamp, LogTransaction transaction) {
        return new LogEntry(offset, leaderEpoch, timestamp, null, null, OF_MARKER, transaction);
    }

    /** Whether a consumer is handed this entry, given that it lies below the bound of its isolation level. */
    boolean isDelivered(boolean readCommitted) {
        return !isMarker && !(readCommitted && transaction.isAborted());
    }
}
