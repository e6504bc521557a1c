package org.stoatflow.state.versioned;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.VersionReads;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.state.VersionedRecordIterator;

/**
 * A versioned store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' stores do: a time that is older than the history, counted back from the greatest time
 * that was put, is neither written nor read, unless the newest version of the key is as old. Each put is logged.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class VersionedRows<K, V> extends EngineStore
        implements VersionedKeyValueStore<K, V>, VersionReads<K, V>, StoreMemory {
    /** The versions, and the time that the store has reached. */
    record Kept(Retention retention, History history, HistoryTime time) {}

    private final Retention retention;
    private final History history;
    private final HistoryTime time;
    private final RowStore rows;
    private final StoreSerdes<K, V> serdes;
    private final boolean logged;

    VersionedRows(StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, context);
        retention = kept.retention();
        history = kept.history();
        time = kept.time();
        this.rows = rows;
        this.serdes = serdes;
        logged = store.logging();
    }

    @Override
    public long approximateNumUncommittedBytes() {
        context().requireOpen(name());
        return rows.uncommittedBytes();
    }

    private void requireLogged(long timestamp) {
        if (logged) {
            requireLoggable(timestamp);
        }
    }

    @Override
    public long put(K key, @Nullable V value, long timestamp) {
        byte[] bytes = checked(key);
        rows.requireWritable();
        requireLogged(timestamp);
        byte[] plain = value == null ? null : serdes.valueBytes(value);
        requireLoggable(bytes, plain);
        int partition = context().partition();
        long validTo = PUT_RETURN_CODE_NOT_PUT;
        if (time.isExpired(partition, timestamp)) {
            context().onExpired(name());
        } else {
            time.observe(partition, timestamp);
            validTo = history.put(partition, bytes, new Version(timestamp, plain));
        }
        rows.log(partition, bytes, plain, timestamp, null);
        return validTo;
    }

    @Override
    public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
        byte[] bytes = checked(key);
        rows.requireWritable();
        requireLogged(timestamp);
        requireLoggable(bytes, null);
        int partition = context().partition();
        Version deleted = null;
        if (time.isExpired(partition, timestamp)) {
            context().onExpired(name());
        } else {
            deleted = history.reads().at(partition, bytes, timestamp); // of who writes, they hold nothing
            time.observe(partition, timestamp);
            history.put(partition, bytes, new Version(timestamp, null));
        }
        rows.log(partition, bytes, null, timestamp, null);
        return shown(deleted);
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key) {
        return newest(key);
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
        byte[] bytes = checked(key);
        HistoryReads reads = history.reads();
        try {
            return shown(at(reads, bytes, asOfTimestamp));
        } finally {
            reads.end();
        }
    }

    private @Nullable Version at(HistoryReads reads, byte[] key, long timeMs) {
        int partition = context().partition();
        if (!time.isHidden(partition, timeMs)) {
            return reads.at(partition, key, timeMs);
        }
        Version newest = reads.newest(partition, key);
        return newest == null || newest.validFrom() > timeMs ? null : newest;
    }

    private @Nullable VersionedRecord<V> shown(@Nullable Version version) {
        if (version == null || version.value() == null) {
            return null;
        }
        V value = serdes.value(version.value());
        return value == null ? null : new VersionedRecord<>(value, version.validFrom());
    }

    private VersionedRecord<V> shown(HistoryReads.Ended ended) {
        byte[] value = Objects.requireNonNull(ended.version().value(), "deletions are left out");
        return new VersionedRecord<>(serdes.value(value), ended.version().validFrom(), ended.validTo());
    }

    private byte[] checked(@Nullable K key) {
        context().requireOpen(name());
        return serdes.keyBytes(Objects.requireNonNull(key, "key cannot be null"));
    }

    // ---- queries

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        VersionQueries.requireKnown(query);
        return super.query(query, positionBound, config);
    }

    @Override
    public @Nullable VersionedRecord<V> newest(K key) {
        return shown(history.newest(context().partition(), checked(key)));
    }

    @Override
    public @Nullable VersionedRecord<V> versionAt(K key, long timeMs) {
        byte[] bytes = checked(key);
        HistoryReads reads = history.reads();
        try {
            return versionAt(reads, bytes, timeMs);
        } finally {
            reads.end();
        }
    }

    private @Nullable VersionedRecord<V> versionAt(HistoryReads reads, byte[] key, long timeMs) {
        int partition = context().partition();
        Version found = at(reads, key, timeMs);
        Version newest = reads.newest(partition, key);
        if (found == null || found.isDeletion() || newest == null || newest.validFrom() <= found.validFrom()) {
            return shown(found);
        }
        long validTo = reads.next(partition, key, found.validFrom(), newest.validFrom());
        return shown(new HistoryReads.Ended(found, validTo));
    }

    /** As in Kafka Streams, a version that ends in a segment behind that of the interval's end is not found. */
    @Override
    public VersionedRecordIterator<V> versions(K key, long fromMs, long toMs, boolean ascending) {
        byte[] bytes = checked(key);
        HistoryReads reads = history.reads();
        List<VersionedRecord<V>> found;
        try {
            found = versions(reads, bytes, fromMs, toMs);
        } finally {
            reads.end();
        }
        if (!ascending) {
            Collections.reverse(found);
        }
        return new VersionIterator<>(found.iterator());
    }

    private List<VersionedRecord<V>> versions(HistoryReads reads, byte[] key, long fromMs, long toMs) {
        int partition = context().partition();
        Version newest = reads.newest(partition, key);
        List<VersionedRecord<V>> found = new ArrayList<>();
        if (newest != null && !time.isHidden(partition, toMs)) {
            long first = time.firstLive(partition);
            long last = segment(toMs);
            for (HistoryReads.Ended ended : reads.between(partition, key, fromMs, toMs, newest.validFrom())) {
                long segment = segment(ended.validTo());
                if (segment >= first && segment <= last) {
                    found.add(shown(ended));
                }
            }
        }
        VersionedRecord<V> shown = newest == null || newest.validFrom() > toMs ? null : shown(newest);
        if (shown != null) {
            found.add(shown);
        }
        return found;
    }

    private long segment(long timeMs) {
        return retention.segment(Math.max(0, timeMs));
    }

    // ---- memory

    @Override
    public void boundBy(IntToLongFunction boundMs) {
        time.boundBy(boundMs);
    }

    @Override
    public void save() {
        time.save();
    }

    @Override
    public void release() {
        time.release();
    }

    @Override
    public void rollback() {
        time.rollback();
    }

    @Override
    public void seal(long newestEpoch, long doneEpoch) {
        time.seal(history, newestEpoch, doneEpoch);
    }

    @Override
    public void forget() {
        time.clear();
    }
}
