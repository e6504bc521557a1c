package org.stoatflow.stores;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * A versioned store of bytes, as the suppliers of such stores give it: a version is 8 bytes of its time and the value.
 * What has no time is not supported. Thread: the user's.
 *
 * @param versions the store
 */
record VersionedBytes(VersionedKeyValueStore<Bytes, byte[]> versions) implements VersionedBytesStore {
    @Override
    public long put(Bytes key, byte[] value, long timestamp) {
        return versions.put(key, value, timestamp);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return written(versions.get(key));
    }

    @Override
    public byte @Nullable [] get(Bytes key, long asOfTimestamp) {
        return written(versions.get(key, asOfTimestamp));
    }

    @Override
    public byte @Nullable [] delete(Bytes key, long timestamp) {
        return written(versions.delete(key, timestamp));
    }

    private static byte @Nullable [] written(@Nullable VersionedRecord<byte[]> version) {
        return version == null
                ? null
                : ByteBuffer.allocate(Long.BYTES + version.value().length)
                        .putLong(version.timestamp())
                        .put(version.value())
                        .array();
    }

    @Override
    public String name() {
        return versions.name();
    }

    @Override
    public void init(StateStoreContext stateStoreContext, StateStore root) {
        versions.init(stateStoreContext, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        versions.commit(changelogOffsets);
    }

    @Override
    public void close() {
        versions.close();
    }

    @Override
    public boolean persistent() {
        return versions.persistent();
    }

    @Override
    public boolean isOpen() {
        return versions.isOpen();
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        return versions.query(query, positionBound, config);
    }

    // ---- what has no time

    private static UnsupportedOperationException unsupported(String method) {
        return new UnsupportedOperationException("A versioned store has no " + method);
    }

    @Override
    public void put(Bytes key, byte[] value) {
        throw unsupported("put without a time");
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        throw unsupported("putIfAbsent");
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        throw unsupported("putAll");
    }

    @Override
    public byte[] delete(Bytes key) {
        throw unsupported("delete without a time");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        throw unsupported("range");
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        throw unsupported("all");
    }

    @Override
    public long approximateNumEntries() {
        throw unsupported("approximateNumEntries");
    }
}
