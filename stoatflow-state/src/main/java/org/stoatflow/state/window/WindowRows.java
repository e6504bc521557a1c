package org.stoatflow.state.window;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.KeyValueIterator;

/**
 * A window store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' segmented stores do: a window is shown as long as its start is less than the retention
 * before the greatest start that was put. A put into a window whose segment has expired is logged, and is not stored.
 * The bounds of ranges are included.
 *
 * @param <K> the type of keys
 * @param <V> the type of values that the store's users see
 */
public final class WindowRows<K, V> extends EngineStore {
    private static final int SEQUENCE_MASK = 0x7fff_ffff;

    private final WindowSettings windows;
    private final RowStore rows;
    private final StoreSerdes<K, Object> serdes;
    private final WindowValues<V> values;
    private final WindowTimes times = new WindowTimes();
    private int sequence;
    private int written; // the sequence number of the last row

    WindowRows(
            StoreDescription store,
            WindowSettings windows,
            StoreContext context,
            RowStore rows,
            StoreSerdes<K, Object> serdes,
            WindowValues<V> values) {
        super(store.name(), store.persistent(), context);
        this.windows = windows;
        this.rows = rows;
        this.serdes = serdes;
        this.values = values;
    }

    /**
     * Writes the value of a window, or adds one where the store retains duplicates.
     *
     * @param key the key
     * @param value the value; null deletes the window, and nothing where the store retains duplicates
     * @param startMs the window's start, in milliseconds since 1970
     */
    public void put(K key, @Nullable V value, long startMs) {
        if (startMs < 0) {
            throw new IllegalArgumentException("Store " + name() + ": a window begins at " + startMs);
        }
        byte[] bytes = checkedKey(key);
        byte[] plain = value == null ? null : values.plain(value);
        long timestamp = value == null || plain == null ? context().timestamp() : values.timestamp(value);
        sequence = windows.retainDuplicates() ? sequence + 1 & SEQUENCE_MASK : 0;
        if (!write(bytes, plain, startMs, timestamp)) {
            byte[] logged = WindowKey.logged(bytes, startMs, sequence);
            rows.log(context().partition(), logged, plain, timestamp, null);
        }
    }

    /**
     * Writes the row, which is then logged, unless it has expired, or is a delete in a store that retains duplicates.
     */
    private boolean write(byte[] key, byte @Nullable [] plain, long startMs, long timestamp) {
        if (plain == null && windows.retainDuplicates()) {
            return false;
        }
        int partition = context().partition();
        times.observe(partition, startMs);
        written = sequence;
        long segment = windows.segment(startMs);
        if (segment < windows.firstLiveSegment(times.observedMs(partition))) {
            return false;
        }
        rows.write(partition, WindowKey.row(segment, key, startMs, sequence), plain, timestamp);
        return true;
    }

    /**
     * Reads the value of a window.
     *
     * @param key the key
     * @param startMs the window's start
     * @return the value, or null where there is none, or none any more; where the store retains duplicates, that of the
     *     last put only
     */
    public @Nullable V fetch(K key, long startMs) {
        byte[] bytes = checkedKey(key);
        int partition = context().partition();
        if (startMs < windows.firstVisible(times.observedMs(partition))) {
            return null;
        }
        byte[] plain = rows.read(partition, WindowKey.row(windows.segment(startMs), bytes, startMs, written));
        return plain == null ? null : values.value(plain, rows.readTimestamp());
    }

    /**
     * The windows of a key, by start.
     *
     * @param key the key
     * @param fromMs the first start
     * @param toMs the last start
     * @return starts and values, to be closed
     */
    public KeyValueIterator<Long, V> fetch(K key, long fromMs, long toMs) {
        return ofKey(key, fromMs, toMs, true);
    }

    /**
     * The windows of a key, by descending start.
     *
     * @param key the key
     * @param fromMs the first start
     * @param toMs the last start
     * @return starts and values, to be closed
     */
    public KeyValueIterator<Long, V> backwardFetch(K key, long fromMs, long toMs) {
        return ofKey(key, fromMs, toMs, false);
    }

    private KeyValueIterator<Long, V> ofKey(K key, long fromMs, long toMs, boolean forward) {
        byte[] bytes = checkedKey(key);
        return new TypedIterator<>(cursor(bytes, bytes, fromMs, toMs, forward), WindowKey::startMs, this::value);
    }

    /**
     * The windows of a range of keys.
     *
     * @param fromKey the least key, or null for no bound
     * @param toKey the greatest key, or null for no bound
     * @param fromMs the first start
     * @param toMs the last start
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> fetch(@Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs) {
        return ofKeys(fromKey, toKey, fromMs, toMs, true);
    }

    /**
     * The windows of a range of keys, the last ones first.
     *
     * @param fromKey the least key, or null for no bound
     * @param toKey the greatest key, or null for no bound
     * @param fromMs the first start
     * @param toMs the last start
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> backwardFetch(
            @Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs) {
        return ofKeys(fromKey, toKey, fromMs, toMs, false);
    }

    /**
     * The windows of all keys.
     *
     * @param fromMs the first start
     * @param toMs the last start
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> fetchAll(long fromMs, long toMs) {
        return ofKeys(null, null, fromMs, toMs, true);
    }

    /**
     * The windows of all keys, the last ones first.
     *
     * @param fromMs the first start
     * @param toMs the last start
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> backwardFetchAll(long fromMs, long toMs) {
        return ofKeys(null, null, fromMs, toMs, false);
    }

    /**
     * All windows.
     *
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> all() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, true);
    }

    /**
     * All windows, the last ones first.
     *
     * @return windows and values, to be closed
     */
    public KeyValueIterator<WindowStart<K>, V> backwardAll() {
        return ofKeys(null, null, 0, Long.MAX_VALUE, false);
    }

    private KeyValueIterator<WindowStart<K>, V> ofKeys(
            @Nullable K fromKey, @Nullable K toKey, long fromMs, long toMs, boolean forward) {
        context().requireOpen(name());
        if (fromKey == null || toKey == null) {
            context().onOpenScan(name());
        }
        byte[] from = fromKey == null ? null : serdes.keyBytes(fromKey);
        byte[] to = toKey == null ? null : serdes.keyBytes(toKey);
        return new TypedIterator<>(cursor(from, to, fromMs, toMs, forward), this::start, this::value);
    }

    private RowCursor cursor(byte @Nullable [] from, byte @Nullable [] to, long fromMs, long toMs, boolean forward) {
        int partition = context().partition();
        long visible = Math.max(fromMs, windows.firstVisible(times.observedMs(partition)));
        return new WindowCursor(rows, partition, windows, new WindowRange(from, to, visible, toMs), forward);
    }

    private WindowStart<K> start(byte[] row) {
        return new WindowStart<>(serdes.key(WindowKey.key(row)), WindowKey.startMs(row));
    }

    private V value(RowCursor row) {
        byte[] plain = Objects.requireNonNull(row.value(), "a cursor shows no tombstones");
        return values.value(plain, row.timestamp());
    }

    /**
     * Removes the expired rows of a partition from the committed state, a segment at a time. Where lanes share a
     * partition, the time must be one that all of them have reached, since rows that one lane removes are removed for
     * all.
     *
     * @param partition the virtual partition
     * @param timeMs the time up to which every epoch is complete
     */
    public void expire(int partition, long timeMs) {
        times.observe(partition, timeMs);
        long before = times.firstKept(partition);
        long live = windows.firstLiveSegment(timeMs);
        if (live > Math.max(before, 0)) {
            rows.deleteRange(
                    partition, before < 0 ? null : WindowKey.segmentStart(before), WindowKey.segmentStart(live));
            times.keepFrom(partition, live);
        }
    }

    private byte[] checkedKey(@Nullable K key) {
        context().requireOpen(name());
        return serdes.keyBytes(Objects.requireNonNull(key, "key cannot be null"));
    }
}
