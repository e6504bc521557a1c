package org.stoatflow.state.keyvalue;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowReads;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.KeyRange;
import org.stoatflow.state.store.LiveIterator;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A key-value store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' stores do: a null key is refused, a null value deletes and is logged even where there
 * was no row, {@code putIfAbsent} gives the value that was there, ranges include their upper bound and go by unsigned
 * bytes of the serialized keys. What an iterator shows: {@link TypedIterator}, and {@link LiveIterator} for those who
 * write a store in memory that keeps all its rows.
 *
 * @param <K> the type of keys
 * @param <V> the type of values that the store's users see
 */
abstract class KeyValueRows<K, V> extends EngineStore implements KeyValueStore<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(KeyValueRows.class);

    private final StoreContext context;
    private final RowStore rows;
    private final RowReads.OfRow<V> ofRow = this::value;
    private final RowReads.OfRow<LiveIterator.Found<V>> ofLiveRow =
            (plain, timestamp) -> new LiveIterator.Found<>(value(plain, timestamp));
    private final boolean live;
    private final boolean loggedAtOnce;
    private boolean warnedOfInvertedRange;

    KeyValueRows(StoreDescription store, StoreContext context, RowStore rows) {
        super(store, context);
        live = !store.persistent() && !KeyValueFormat.evicts(store) && rows.isWritable();
        this.context = context;
        this.rows = rows;
        loggedAtOnce = store.logsAtOnce();
    }

    abstract byte[] keyBytes(K key);

    abstract K key(byte[] bytes);

    /** The plain bytes of a value, or null where it serializes to nothing. */
    abstract byte @Nullable [] plain(V value);

    /** The timestamp that a value carries, or that of the record in process. */
    abstract long timestamp(V value);

    abstract @Nullable V value(byte[] plain, long timestamp);

    @Override
    public @Nullable V get(K key) {
        return read(checkedKey(key));
    }

    /** The plain bytes of a key's value. */
    final byte @Nullable [] readPlain(K key) {
        return rows.read(context.partition(), checkedKey(key));
    }

    /** The timestamp of the row that was read last, for operators. */
    public final long readTimestamp() {
        return rows.readTimestamp();
    }

    /** Writes a value; a tombstone has the timestamp of the record in process. */
    final void writePlain(byte[] key, byte @Nullable [] plain, long timestamp) {
        write(key, plain, timestamp);
    }

    final @Nullable V read(byte[] key) {
        return rows.read(context.partition(), key, ofRow);
    }

    @Override
    public void put(K key, @Nullable V value) {
        writeTyped(checkedKey(key), value);
    }

    private void writeTyped(byte[] key, @Nullable V value) {
        writeTyped(key, value, value == null ? null : plain(value));
    }

    private void writeTyped(byte[] key, @Nullable V value, byte @Nullable [] plain) {
        write(key, plain, value == null || plain == null ? 0 : timestamp(value));
    }

    private void write(byte[] key, byte @Nullable [] plain, long timestamp) {
        if (plain != null) {
            requireLogged(timestamp);
        }
        requireLoggable(key, plain);
        rows.write(context.partition(), key, plain, plain == null ? context.timestamp() : timestamp);
    }

    /** Refuses a time of a row that is logged, and that no record can have. */
    final void requireLogged(long timestamp) {
        if (loggedAtOnce) {
            requireLoggable(timestamp);
        }
    }

    /** Where a subclass reads and writes rows by itself. */
    final RowStore rows() {
        return rows;
    }

    @Override
    public final long approximateNumUncommittedBytes() {
        context.requireOpen(name());
        return rows.uncommittedBytes();
    }

    @Override
    public @Nullable V putIfAbsent(K key, @Nullable V value) {
        byte[] bytes = checkedKey(key);
        byte[] plain = value == null ? null : plain(value); // also where it is not written, as in Kafka Streams
        V present = read(bytes);
        if (present == null) {
            writeTyped(bytes, value, plain);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<K, V>> entries) {
        for (KeyValue<K, V> entry : entries) {
            requireKey(entry.key);
        }
        for (KeyValue<K, V> entry : entries) {
            put(entry.key, entry.value);
        }
    }

    @Override
    public @Nullable V delete(K key) {
        byte[] bytes = checkedKey(key);
        V present = read(bytes);
        writeTyped(bytes, null);
        return present;
    }

    @Override
    public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
        return between(from, to, true);
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
        return between(from, to, false);
    }

    @Override
    public KeyValueIterator<K, V> all() {
        return between(null, null, true);
    }

    @Override
    public KeyValueIterator<K, V> reverseAll() {
        return between(null, null, false);
    }

    private KeyValueIterator<K, V> between(@Nullable K from, @Nullable K to, boolean forward) {
        if (from == null || to == null) {
            context.onOpenScan(name());
        }
        byte[] low = from == null ? null : keyBytes(from);
        byte[] high = to == null ? null : KeyRange.after(keyBytes(to));
        if (!warnedOfInvertedRange && KeyRange.isInverted(low, high)) {
            warnedOfInvertedRange = true;
            LOG.warn(
                    "Store {}: no rows, since the range's lower bound is greater than its upper bound as"
                            + " bytes; this is said once."
                            + " Either the bounds are in the wrong order, or their serde does not keep the order of values"
                            + " (the built-in ones of numbers do not for negative numbers)",
                    name());
        }
        return scan(low, high, forward);
    }

    @Override
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
        Objects.requireNonNull(prefix, "prefix cannot be null");
        Objects.requireNonNull(prefixKeySerializer, "prefixKeySerializer cannot be null");
        byte[] low = prefixKeySerializer.serialize(null, prefix);
        if (low.length == 0) {
            context.onOpenScan(name());
        }
        return scan(low, KeyRange.afterPrefix(low), true);
    }

    private KeyValueIterator<K, V> scan(byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        context.requireOpen(name());
        return found(rows.scan(context.partition(), from, to, forward));
    }

    /** The rows of a scan. */
    KeyValueIterator<K, V> found(RowCursor rows) {
        return found(rows, this::key);
    }

    final <T> KeyValueIterator<T, V> found(RowCursor found, Function<byte[], T> toKey) {
        int partition = context.partition();
        return live
                ? new LiveIterator<>(name(), found, toKey, key -> rows.read(partition, key, ofLiveRow))
                : new TypedIterator<>(found, toKey, this::value);
    }

    private @Nullable V value(RowCursor row) {
        byte[] plain = row.value();
        return plain == null ? null : value(plain, row.timestamp());
    }

    @Override
    public long approximateNumEntries() {
        context.requireOpen(name());
        return rows.approximateEntries(context.partition());
    }

    final byte[] checkedKey(@Nullable K key) {
        context.requireOpen(name());
        return keyBytes(requireKey(key));
    }

    static <T> T requireKey(@Nullable T key) {
        return Objects.requireNonNull(key, "key cannot be null");
    }
}
