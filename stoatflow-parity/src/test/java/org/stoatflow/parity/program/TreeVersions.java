package org.stoatflow.parity.program;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedBytesStoreSupplier;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * A user's versioned store of bytes, in maps, which refuses what comes too late. What it is restored with by its
 * callback has no time, and is put at 0.
 */
final class TreeVersions extends TreeStore implements VersionedBytesStore {
    private static final byte[] DELETED = {};

    private final long historyMs;
    private final Map<Bytes, NavigableMap<Long, byte[]>> versions = new HashMap<>();
    private long greatestMs = -1;

    private TreeVersions(String name, long historyMs, boolean persistent, Consumer<String> told) {
        super(name, persistent, told);
        this.historyMs = historyMs;
    }

    static VersionedBytesStoreSupplier supplier(
            String name, long historyMs, boolean persistent, Consumer<String> told) {
        return new VersionedBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new TreeVersions(name, historyMs, persistent, told);
            }

            @Override
            public String metricsScope() {
                return "tree";
            }

            @Override
            public long historyRetentionMs() {
                return historyMs;
            }
        };
    }

    @Override
    public void put(Bytes key, byte[] value) {
        put(key, value, 0);
    }

    @Override
    public long put(Bytes key, byte[] value, long timestamp) {
        if (timestamp < greatestMs - historyMs) {
            return VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT;
        }
        greatestMs = Math.max(greatestMs, timestamp);
        NavigableMap<Long, byte[]> ofKey = versions.computeIfAbsent(key, none -> new TreeMap<>());
        ofKey.put(timestamp, value == null ? DELETED : value);
        Long next = ofKey.higherKey(timestamp);
        return next == null ? VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED : next;
    }

    @Override
    public byte[] get(Bytes key) {
        return get(key, Long.MAX_VALUE);
    }

    @Override
    public byte[] get(Bytes key, long asOfTimestamp) {
        NavigableMap<Long, byte[]> ofKey = versions.getOrDefault(key, new TreeMap<>());
        Map.Entry<Long, byte[]> version = ofKey.floorEntry(asOfTimestamp);
        return version == null || version.getValue() == DELETED
                ? null
                : ByteBuffer.allocate(Long.BYTES + version.getValue().length)
                        .putLong(version.getKey())
                        .put(version.getValue())
                        .array();
    }

    @Override
    public byte[] delete(Bytes key, long timestamp) {
        byte[] before = get(key, timestamp);
        put(key, null, timestamp);
        return before;
    }

    @Override
    @SuppressWarnings("unchecked") // the question's type says that of the answer
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        if (!(query instanceof VersionedKeyQuery<?, ?> asked)) {
            return QueryResult.forUnknownQueryType(query, this);
        }
        byte[] found = get(
                (Bytes) asked.key(),
                asked.asOfTimestamp().isPresent() ? asked.asOfTimestamp().get().toEpochMilli() : Long.MAX_VALUE);
        if (found == null) {
            return QueryResult.forResult(null);
        }
        byte[] value = new byte[found.length - Long.BYTES];
        long timestamp = ByteBuffer.wrap(found).getLong();
        ByteBuffer.wrap(found, Long.BYTES, value.length).get(value);
        return QueryResult.forResult((R) new VersionedRecord<>(value, timestamp));
    }
}
