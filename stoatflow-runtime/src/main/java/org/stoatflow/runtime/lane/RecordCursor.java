package org.stoatflow.runtime.lane;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.RecordAccess;
import org.stoatflow.state.RecordClock;
import org.stoatflow.streams.processor.RecordContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * The record that a lane is processing: where it came from, and what the running node sees of it. One for each lane;
 * owner: the lane's thread.
 */
final class RecordCursor implements RecordClock, RecordContext {
    private static final Headers NO_HEADERS = new RecordHeaders();

    private @Nullable String topic;
    private int partition = -1;
    private long offset = -1;
    private byte @Nullable [] rawKey;
    private byte @Nullable [] rawValue;
    private @Nullable Record<?, ?> record;
    private @Nullable String node;

    /** Goes to the next record that enters the stage. */
    void enter(String newTopic, int newPartition, long newOffset) {
        topic = newTopic;
        partition = newPartition;
        offset = newOffset;
        rawKey = null;
        rawValue = null;
        record = null;
        node = null;
    }

    void raw(byte @Nullable [] key, byte @Nullable [] value) {
        rawKey = key;
        rawValue = value;
    }

    /** The record that the named node is given. */
    void at(String nodeName, @Nullable Record<?, ?> given) {
        node = nodeName;
        record = given;
    }

    @Nullable
    Record<?, ?> record() {
        return record;
    }

    @Nullable
    String node() {
        return node;
    }

    boolean isInRecord() {
        return topic != null;
    }

    @Override
    public long timestamp() {
        return record == null ? -1 : record.timestamp();
    }

    @Override
    public Headers headers() {
        return record == null ? NO_HEADERS : RecordAccess.headersForRead(record);
    }

    @Override
    public @Nullable String topic() {
        return topic;
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public byte @Nullable [] sourceRawKey() {
        return rawKey;
    }

    @Override
    public byte @Nullable [] sourceRawValue() {
        return rawValue;
    }
}
