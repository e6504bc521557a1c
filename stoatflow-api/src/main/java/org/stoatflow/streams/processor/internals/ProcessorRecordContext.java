package org.stoatflow.streams.processor.internals;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.streams.processor.RecordContext;
import org.stoatflow.streams.processor.api.RecordMetadata;

/** Where a record came from, as a value. Kept under this name because KSML makes such values. */
public final class ProcessorRecordContext implements RecordContext, RecordMetadata {
    private final long timestamp;
    private final long offset;
    private final int partition;
    private final String topic;
    private final Headers headers;
    private final byte[] sourceRawKey;
    private final byte[] sourceRawValue;

    /**
     * Creates a place without bytes.
     *
     * @param timestamp milliseconds since the epoch
     * @param offset the offset
     * @param partition the partition
     * @param topic the topic; may be null
     * @param headers the record's headers
     */
    public ProcessorRecordContext(long timestamp, long offset, int partition, String topic, Headers headers) {
        this(timestamp, offset, partition, topic, headers, null, null);
    }

    /**
     * Creates a place.
     *
     * @param timestamp milliseconds since the epoch
     * @param offset the offset
     * @param partition the partition
     * @param topic the topic; may be null
     * @param headers the record's headers
     * @param sourceRawKey the bytes of the key; may be null
     * @param sourceRawValue the bytes of the value; may be null
     */
    public ProcessorRecordContext(
            long timestamp,
            long offset,
            int partition,
            String topic,
            Headers headers,
            byte[] sourceRawKey,
            byte[] sourceRawValue) {
        this.timestamp = timestamp;
        this.offset = offset;
        this.partition = partition;
        this.topic = topic;
        this.headers = Objects.requireNonNull(headers, "headers cannot be null");
        this.sourceRawKey = sourceRawKey;
        this.sourceRawValue = sourceRawValue;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public byte[] sourceRawKey() {
        return sourceRawKey;
    }

    @Override
    public byte[] sourceRawValue() {
        return sourceRawValue;
    }

    @Override
    public String toString() {
        return "topic " + topic + ", partition " + partition + ", offset " + offset + ", timestamp " + timestamp
                + ", headers " + headers;
    }
}
