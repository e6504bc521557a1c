package org.stoatflow.state.session;

import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.segment.Expiry;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentCursor;
import org.stoatflow.state.segment.SegmentRange;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;

/**
 * A session store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' stores do: a session is shown as long as its end is less than the retention before the
 * greatest end that was put. A put of a session that has expired, on disk with its segment, is logged and counted, and
 * is not stored.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
abstract class SessionRows<K, V> extends EngineStore implements SessionStore<K, V>, StoreMemory {
    /** What a store keeps, and under which keys. */
    record Kept(Retention retention, SessionKeys keys, Expiry expiry) {}

    private final Retention retention;
    private final SessionKeys keys;
    private final RowStore rows;
    private final StoreSerdes<K, ?> serdes;
    private final Expiry expiry;

    SessionRows(StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, ?> serdes) {
        super(store, context);
        retention = kept.retention();
        keys = kept.keys();
        this.rows = rows;
        this.serdes = serdes;
        expiry = kept.expiry();
    }

    /** The store's time, which views of one store share. */
    Expiry expiry() {
        return expiry;
    }

    /** The plain bytes of a value, or null where it serializes to nothing. */
    abstract byte @Nullable [] plain(V value);

    /** The value of a row. */
    abstract V value(byte[] plain);

    @Override
    public void put(Windowed<K> session, @Nullable V value) {
        byte[] key = checkedKey(session);
        rows.requireWritable();
        put(session.window(), key, value == null ? null : plain(value), null);
    }

    /**
     * Writes a value as {@link #put} does.
     *
     * @param headers those of a deletion; null for none, and for values, which have them in front
     */
    final void put(Window window, byte[] key, byte @Nullable [] plain, @Nullable CopyOnWriteHeaders headers) {
        requireLoggable(key, plain, headers);
        boolean live = expiry.observe(context().partition(), window.end());
        if (!live) {
            context().onExpired(name());
        }
        write(window, key, plain, live, headers);
    }

    @Override
    public void remove(Windowed<K> session) {
        byte[] key = checkedKey(session);
        remove(session.window(), key, null);
    }

    /** A removal that comes too late is not counted. In memory, it does not advance time. */
    final void remove(Window window, byte[] key, @Nullable CopyOnWriteHeaders headers) {
        rows.requireWritable();
        requireLoggable(key, null, headers);
        int partition = context().partition();
        boolean live = persistent() ? expiry.observe(partition, window.end()) : isKept(partition, window.end());
        write(window, key, null, live, headers);
    }

    private boolean isKept(int partition, long endMs) {
        return endMs >= expiry.firstVisible(partition);
    }

    /** A cache takes what has expired, too, since its flush is told of it. Nobody is shown the row, and it leaves. */
    private void write(
            Window window, byte[] key, byte @Nullable [] plain, boolean live, @Nullable CopyOnWriteHeaders headers) {
        int partition = context().partition();
        if (live || rows instanceof RowCache) {
            byte[] row = keys.row(retention.segment(window.end()), key, window.end(), window.start());
            if (plain == null && headers != null) {
                rows.delete(partition, row, context().timestamp(), headers);
            } else {
                rows.write(partition, row, plain, context().timestamp());
            }
        } else {
            log(partition, SessionKeys.logged(key, window.end(), window.start()), plain, headers);
        }
    }

    /** Logs a value that is not stored. */
    void log(int partition, byte[] key, byte @Nullable [] plain, @Nullable CopyOnWriteHeaders headers) {
        rows.log(partition, key, plain, context().timestamp(), headers);
    }

    /** Where a subclass logs by itself. */
    final RowStore rows() {
        return rows;
    }

    @Override
    public final long approximateNumUncommittedBytes() {
        context().requireOpen(name());
        return rows.uncommittedBytes();
    }

    @Override
    public @Nullable V fetchSession(K key, long startMs, long endMs) {
        byte[] bytes = checked(key);
        int partition = context().partition();
        if (!isKept(partition, endMs)) {
            return null;
        }
        byte[] plain = rows.read(partition, keys.row(retention.segment(endMs), bytes, endMs, startMs));
        return plain == null ? null : value(plain);
    }

    /**
     * The store of final results. As in Kafka Streams, on disk it shows a session as long as its segment lasts: one
     * that is as old as the retention has not closed yet.
     */
    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(long earliestEndMs, long latestEndMs) {
        context().requireOpen(name());
        context().onOpenScan(name());
        long fromMs = persistent() ? earliestEndMs : visible(earliestEndMs);
        return found(null, null, fromMs, latestEndMs, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(K key, long earliestEndMs, long latestStartMs) {
        return ofKey(key, earliestEndMs, latestStartMs, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(K key, long earliestEndMs, long latestStartMs) {
        return ofKey(key, earliestEndMs, latestStartMs, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> findSessions(
            @Nullable K fromKey, @Nullable K toKey, long earliestEndMs, long latestStartMs) {
        return ofKeys(fromKey, toKey, earliestEndMs, latestStartMs, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFindSessions(
            @Nullable K fromKey, @Nullable K toKey, long earliestEndMs, long latestStartMs) {
        return ofKeys(fromKey, toKey, earliestEndMs, latestStartMs, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
        return ofKey(key, 0, Long.MAX_VALUE, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K fromKey, @Nullable K toKey) {
        return ofKeys(fromKey, toKey, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K fromKey, @Nullable K toKey) {
        return ofKeys(fromKey, toKey, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, V> ofKey(K key, long earliestEndMs, long latestStartMs, boolean forward) {
        byte[] bytes = checked(key);
        return found(bytes, bytes, visible(earliestEndMs), Long.MAX_VALUE, latestStartMs, forward);
    }

    private KeyValueIterator<Windowed<K>, V> ofKeys(
            @Nullable K fromKey, @Nullable K toKey, long earliestEndMs, long latestStartMs, boolean forward) {
        context().requireOpen(name());
        if (fromKey == null || toKey == null) {
            context().onOpenScan(name());
        }
        byte[] from = fromKey == null ? null : serdes.keyBytes(fromKey);
        byte[] to = toKey == null ? null : serdes.keyBytes(toKey);
        return found(from, to, visible(earliestEndMs), Long.MAX_VALUE, latestStartMs, forward);
    }

    private long visible(long earliestEndMs) {
        return Math.max(earliestEndMs, expiry.firstVisible(context().partition()));
    }

    private KeyValueIterator<Windowed<K>, V> found(
            byte @Nullable [] from,
            byte @Nullable [] to,
            long earliestEndMs,
            long latestEndMs,
            long latestStartMs,
            boolean forward) {
        int partition = context().partition();
        SegmentRange range =
                new SegmentRange(keys, from, to, earliestEndMs, latestEndMs, row -> keys.startMs(row) <= latestStartMs);
        SegmentCursor cursor = new SegmentCursor(rows, partition, retention, range, forward);
        return found(cursor);
    }

    /** The sessions of a scan. */
    KeyValueIterator<Windowed<K>, V> found(RowCursor found) {
        return new TypedIterator<>(found, row -> session(row, serdes.key(keys.key(row))), this::value);
    }

    /** The user's key in a row's. */
    final byte[] keyBytes(byte[] row) {
        return keys.key(row);
    }

    final Windowed<K> session(byte[] row, K key) {
        return new Windowed<>(key, new SessionWindow(keys.startMs(row), keys.timeMs(row)));
    }

    final V value(RowCursor row) {
        return value(Objects.requireNonNull(row.value(), "a cursor shows no tombstones"));
    }

    private byte[] checkedKey(@Nullable Windowed<K> session) {
        return serdes.keyBytes(checkedSession(session).key());
    }

    final Windowed<K> checkedSession(@Nullable Windowed<K> session) {
        context().requireOpen(name());
        Windowed<K> given = Objects.requireNonNull(session, "sessionKey can't be null");
        Objects.requireNonNull(given.key(), "sessionKey.key() can't be null");
        Objects.requireNonNull(given.window(), "sessionKey.window() can't be null");
        return given;
    }

    private byte[] checked(@Nullable K key) {
        context().requireOpen(name());
        return serdes.keyBytes(Objects.requireNonNull(key, "key cannot be null"));
    }

    // ---- memory

    @Override
    public void boundBy(IntToLongFunction boundMs) {
        expiry.boundBy(boundMs);
    }

    @Override
    public void save() {
        expiry.save();
    }

    @Override
    public void release() {
        expiry.release();
    }

    @Override
    public void rollback() {
        expiry.rollback();
    }

    @Override
    public void seal(long newestEpoch, long doneEpoch) {
        expiry.seal(newestEpoch, doneEpoch);
    }

    @Override
    public void forget() {
        expiry.clear();
    }
}
