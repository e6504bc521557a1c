package org.stoatflow.state.versioned;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.VersionedBytesStore;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.VersionedRecord;

/**
 * A versioned store that the user has written, with serdes and a changelog above it. Each call is one of the user's
 * store, which is written at once. Thread: the user's.
 *
 * <p>A savepoint does not take back what the user's store has been given. So what was logged since then stays too.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class UserVersions<K, V> extends EngineStore implements VersionedKeyValueStore<K, V>, StoreMemory {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Logged(int partition, byte[] key, byte @Nullable [] value, long timestamp) {}

    private final RowStore rows;
    private final StoreSerdes<K, V> serdes;
    private final boolean logged;
    private final List<Logged> sinceSave = new ArrayList<>();
    private boolean saved;

    UserVersions(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, context);
        this.rows = rows;
        this.serdes = serdes;
        logged = store.logging();
    }

    private VersionedBytesStore users() {
        return (VersionedBytesStore) rows.users(context().partition());
    }

    @Override
    public long put(K key, @Nullable V value, long timestamp) {
        Bytes bytes = checked(key);
        requireWritable(timestamp);
        byte[] plain = value == null ? null : serdes.valueBytes(value);
        requireLoggable(bytes.get(), plain);
        long validTo = users().put(bytes, plain, timestamp);
        log(bytes, plain, timestamp);
        return validTo;
    }

    @Override
    public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
        Bytes bytes = checked(key);
        requireWritable(timestamp);
        requireLoggable(bytes.get(), null);
        VersionedRecord<V> before = shown(users().delete(bytes, timestamp));
        log(bytes, null, timestamp);
        return before;
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key) {
        return shown(users().get(checked(key)));
    }

    @Override
    public @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
        return shown(users().get(checked(key), asOfTimestamp));
    }

    private Bytes checked(@Nullable K key) {
        context().requireOpen(name());
        return Bytes.wrap(serdes.keyBytes(Objects.requireNonNull(key, "key cannot be null")));
    }

    private void requireWritable(long timestamp) {
        rows.requireWritable();
        if (logged) {
            requireLoggable(timestamp);
        }
    }

    private void log(Bytes key, byte @Nullable [] value, long timestamp) {
        if (logged) {
            Logged put = new Logged(context().partition(), key.get(), value, timestamp);
            if (saved) {
                sinceSave.add(put);
            }
            log(put);
        }
    }

    private void log(Logged put) {
        rows.log(put.partition(), put.key(), put.value(), put.timestamp(), null);
    }

    private @Nullable VersionedRecord<V> shown(byte @Nullable [] version) {
        if (version == null) {
            return null;
        }
        ByteBuffer read = ByteBuffer.wrap(version);
        long timestamp = read.getLong();
        byte[] plain = new byte[read.remaining()];
        read.get(plain);
        V value = serdes.value(plain);
        return value == null ? null : new VersionedRecord<>(value, timestamp);
    }

    /** The user's store answers, given the bytes of the key. */
    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        VersionQueries.requireKnown(query);
        return new VersionQueries<>(serdes).ask(users(), query, positionBound, config);
    }

    // ---- memory

    @Override
    public void save() {
        saved = true;
    }

    @Override
    public void release() {
        forget();
    }

    @Override
    public void rollback() {
        List<Logged> kept = List.copyOf(sinceSave);
        forget();
        kept.forEach(this::log);
    }

    @Override
    public void seal(long newestEpoch, long doneEpoch) {
        // all is in the user's store
    }

    @Override
    public void forget() {
        saved = false;
        sinceSave.clear();
    }
}
