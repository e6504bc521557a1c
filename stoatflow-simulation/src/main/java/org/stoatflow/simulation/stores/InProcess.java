package org.stoatflow.simulation.stores;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.state.CurrentRecord;

/** The record in process. */
final class InProcess implements CurrentRecord {
    private long timestamp;
    private int partition;
    private Headers headers = new RecordHeaders();

    void set(long newTimestamp, int newPartition, Headers newHeaders) {
        timestamp = newTimestamp;
        partition = newPartition;
        headers = newHeaders;
    }

    int partition() {
        return partition;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public Headers headers() {
        return headers;
    }
}
