package org.stoatflow.state.window;

import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowReads;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.segment.Expiry;
import org.stoatflow.state.segment.Retention;
import org.stoatflow.state.segment.SegmentCursor;
import org.stoatflow.state.segment.SegmentRange;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.HeadersLog;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.state.WindowStoreIterator;

/**
 * A window store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' stores do: a window is shown as long as its start is less than the retention before the
 * greatest start that was put. A put into a window that has expired, on disk with its segment, is logged and counted,
 * and is not stored. The bounds of ranges are included.
 *
 * @param <K> the type of keys
 * @param <V> the type of values that the store's users see
 */
abstract class WindowRows<K, V> extends EngineStore implements WindowStore<K, V>, StoreMemory {
    /** What a store keeps, and under which keys. */
    record Kept(StoreSettings.Window windows, Retention retention, WindowKeys keys, Memory memory) {}

    /** What a store remembers beside its rows. Views of one store share it. */
    record Memory(Expiry expiry, WindowSequences sequences, FormerWindows former) {}

    private final StoreSettings.Window windows;
    private final Retention retention;
    private final WindowKeys keys;
    private final RowStore rows;
    private final RowReads.OfRow<V> ofRow = this::value;
    private final StoreSerdes<K, ?> serdes;
    private final Expiry expiry;
    private final WindowSequences sequences;
    private final FormerWindows former;
    private final boolean loggedAtOnce;

    WindowRows(StoreDescription store, Kept kept, StoreContext context, RowStore rows, StoreSerdes<K, ?> serdes) {
        super(store, context);
        windows = kept.windows();
        retention = kept.retention();
        keys = kept.keys();
        this.rows = rows;
        this.serdes = serdes;
        expiry = kept.memory().expiry();
        sequences = kept.memory().sequences();
        former = kept.memory().former();
        loggedAtOnce = store.logsAtOnce();
    }

    final Memory memory() {
        return new Memory(expiry, sequences, former);
    }

    /** The plain bytes of a value, or null where it serializes to nothing. */
    abstract byte @Nullable [] plain(V value);

    /** The timestamp that a value carries, or that of the record in process. */
    abstract long timestamp(V value);

    /** The value of a row. */
    abstract V value(byte[] plain, long timestamp);

    @Override
    public void put(K key, @Nullable V value, long startMs) {
        byte[] bytes = checkedKey(key);
        byte[] plain = value == null ? null : plain(value);
        long timestamp = value == null || plain == null ? context().timestamp() : timestamp(value);
        write(bytes, plain, startMs, timestamp, null);
    }

    /**
     * Writes a value as {@link #put} does.
     *
     * @param headers those of a deletion; null for none, and for values, which have them in front
     */
    final void write(
            byte[] key, byte @Nullable [] plain, long startMs, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        if (startMs < 0) {
            throw new IllegalArgumentException("Store " + name() + ": a window begins at " + startMs);
        }
        if (loggedAtOnce && plain != null) {
            requireLoggable(timestamp);
        }
        requireLoggable(key, plain, headers);
        rows.requireWritable();
        int partition = context().partition();
        boolean duplicates = windows.retainDuplicates();
        int sequence = duplicates ? freeSequence(partition, key, startMs) : 0;
        boolean deletesNothing = duplicates && plain == null;
        boolean live = (deletesNothing && persistent()) || expiry.observe(partition, startMs);
        if (!live) {
            context().onExpired(name());
        }
        if (duplicates && !deletesNothing) {
            sequences.isStored(partition, sequence);
        }
        // A cache takes what has expired, too, since its flush is told of it. Nobody is shown the row, and it leaves.
        if (!deletesNothing && (live || rows instanceof RowCache)) {
            byte[] row = row(key, startMs, sequence);
            if (plain == null && headers != null) {
                rows.delete(partition, row, timestamp, headers);
            } else {
                rows.write(partition, row, plain, timestamp);
            }
        } else {
            logBesideRows(partition, WindowKeys.logged(key, startMs, sequence), plain, timestamp, headers);
        }
    }

    /** The next number that no row of the window has; there are no more such rows than were put. */
    private int freeSequence(int partition, byte[] key, long startMs) {
        int sequence = sequences.next(partition);
        while (former.mayHave(partition, startMs) && rows.read(partition, row(key, startMs, sequence)) != null) {
            sequence = sequences.next(partition);
        }
        return sequence;
    }

    private byte[] row(byte[] key, long startMs, int sequence) {
        return keys.row(retention.segment(startMs), key, startMs, sequence);
    }

    private void logBesideRows(
            int partition, byte[] key, byte @Nullable [] plain, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        if (plain != null && windows.withHeaders()) {
            HeadersLog.append(rows, partition, key, plain, timestamp);
        } else {
            rows.log(partition, key, plain, timestamp, headers);
        }
    }

    /** Where the store retains duplicates, finds the last put only, or nothing in memory, as in Kafka Streams. */
    @Override
    public @Nullable V fetch(K key, long startMs) {
        byte[] bytes = checkedKey(key);
        int partition = context().partition();
        return isShown(partition, startMs)
                ? rows.read(partition, row(bytes, startMs, sequences.stored(partition)), ofRow)
                : null;
    }

    /** The plain bytes of a window's value; the timestamp is then {@link #readTimestamp()}. */
    final byte @Nullable [] read(K key, long startMs) {
        byte[] bytes = checkedKey(key);
        int partition = context().partition();
        return isShown(partition, startMs)
                ? rows.read(partition, row(bytes, startMs, sequences.stored(partition)))
                : null;
    }

    private boolean isShown(int partition, long startMs) {
        return startMs >= expiry.firstVisible(partition) && (persistent() || !windows.retainDuplicates());
    }

    @Override
    public final long approximateNumUncommittedBytes() {
        context().requireOpen(name());
        return rows.uncommittedBytes();
    }

    /** The timestamp of the row that was read last, for operators. */
    public final long readTimestamp() {
        return rows.readTimestamp();
    }

    @Override
    public WindowStoreIterator<V> fetch(K key, long fromMs, long toMs) {
        return ofKey(key, fromMs, toMs, true);
    }

    @Override
    public WindowStoreIterator<V> backwardFetch(K key, long fromMs, long toMs) {
        return ofKey(key, fromMs, toMs, false);
    }

    private WindowStoreIterator<V> ofKey(K key, long fromMs, long toMs, boolean forward) {
        byte[] bytes = checkedKey(key);
        return new WindowStartIterator<>(
                new TypedIterator<>(cursor(bytes, bytes, fromMs, toMs, forward), keys::timeMs, this::value));
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs) {
        return ofKeys(fromKey, toKey, fromMs, toMs, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetch(
            @Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs) {
        return ofKeys(fromKey, toKey, fromMs, toMs, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> fetchAll(long fromMs, long toMs) {
        return ofKeys(null, null, fromMs, toMs, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardFetchAll(long fromMs, long toMs) {
        return ofKeys(null, null, fromMs, toMs, false);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> all() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, true);
    }

    @Override
    public KeyValueIterator<Windowed<K>, V> backwardAll() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<Windowed<K>, V> ofKeys(
            @Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs, boolean forward) {
        context().requireOpen(name());
        if (fromKey == null || toKey == null) {
            context().onOpenScan(name());
        }
        byte[] from = fromKey == null ? null : serdes.keyBytes(fromKey);
        byte[] to = toKey == null ? null : serdes.keyBytes(toKey);
        return found(cursor(from, to, fromMs, toMs, forward));
    }

    /** The windows of a scan. */
    KeyValueIterator<Windowed<K>, V> found(RowCursor found) {
        return new TypedIterator<>(found, this::window, this::value);
    }

    private RowCursor cursor(byte @Nullable [] from, byte @Nullable [] to, long fromMs, long toMs, boolean forward) {
        int partition = context().partition();
        long visibleMs = Math.max(fromMs, expiry.firstVisible(partition));
        SegmentRange range = new SegmentRange(keys, from, to, visibleMs, toMs, row -> true);
        return new SegmentCursor(rows, partition, retention, range, forward);
    }

    private Windowed<K> window(byte[] row) {
        return new Windowed<>(serdes.key(keys.key(row)), windowAt(keys.timeMs(row)));
    }

    /** The window that begins at a time; one that would end behind the end of time ends there. */
    final TimeWindow windowAt(long startMs) {
        long endMs = startMs + windows.sizeMs();
        return new TimeWindow(startMs, endMs < 0 ? Long.MAX_VALUE : endMs);
    }

    /** When a row's window begins. */
    final long startMs(byte[] row) {
        return keys.timeMs(row);
    }

    /** The user's key in a row's. */
    final byte[] keyBytes(byte[] row) {
        return keys.key(row);
    }

    final V value(RowCursor row) {
        return value(Objects.requireNonNull(row.value(), "a cursor shows no tombstones"), row.timestamp());
    }

    final byte[] checkedKey(@Nullable K key) {
        context().requireOpen(name());
        return serdes.keyBytes(Objects.requireNonNull(key, "key cannot be null"));
    }

    // ---- memory

    @Override
    public void boundBy(IntToLongFunction boundMs) {
        expiry.boundBy(boundMs);
    }

    @Override
    public void numberFrom(IntToLongFunction written) {
        sequences.beginAt(written);
    }

    @Override
    public void save() {
        expiry.save();
        sequences.save();
    }

    @Override
    public void release() {
        expiry.release();
        sequences.release();
    }

    @Override
    public void rollback() {
        expiry.rollback();
        sequences.rollback();
    }

    @Override
    public void seal(long newestEpoch, long doneEpoch) {
        expiry.seal(newestEpoch, doneEpoch);
    }

    @Override
    public void forget() {
        expiry.clear();
        sequences.clear();
        former.clear();
    }
}
