package org.stoatflow.state.keyvalue;

import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.KeyRange;
import org.stoatflow.state.store.LiveIterator;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.TypedIterator;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A key-value store as its users see it, over the rows of one virtual partition at a time. Thread: the user's.
 *
 * <p>Behaves as Kafka Streams' stores do: a null key is refused, a null value deletes and is logged even where there
 * was no row, {@code putIfAbsent} gives the value that was there, ranges include their upper bound and go by unsigned
 * bytes of the serialized keys. What an iterator shows: {@link TypedIterator}, and {@link LiveIterator} for a store in
 * memory.
 *
 * @param <K> the type of keys
 * @param <V> the type of values that the store's users see
 */
abstract class KeyValueRows<K, V> extends EngineStore implements KeyValueStore<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(KeyValueRows.class);

    private final StoreContext context;
    private final RowStore rows;
    private boolean warnedOfInvertedRange;

    KeyValueRows(final String name, final boolean persistent, final StoreContext context, final RowStore rows) {
        super(name, persistent, context);
        this.context = context;
        this.rows = rows;
    }

    abstract byte[] keyBytes(K key);

    abstract K key(byte[] bytes);

    /** The plain bytes of a value, or null where it serializes to nothing. */
    abstract byte @Nullable [] plain(V value);

    /** The timestamp that a value carries, or that of the record in process. */
    abstract long timestamp(V value);

    abstract @Nullable V value(byte[] plain, long timestamp);

    @Override
    public @Nullable V get(final K key) {
        return read(checkedKey(key));
    }

    /** The plain bytes of a key's value. */
    final byte @Nullable [] readPlain(final K key) {
        return rows.read(context.partition(), checkedKey(key));
    }

    /** The timestamp of the row that was read last. */
    public final long readTimestamp() {
        return rows.readTimestamp();
    }

    /** Writes a value; a tombstone has the timestamp of the record in process. */
    final void writePlain(final K key, final byte @Nullable [] plain, final long timestamp) {
        write(checkedKey(key), plain, timestamp);
    }

    private @Nullable V read(final byte[] key) {
        final byte[] plain = rows.read(context.partition(), key);
        return plain == null ? null : value(plain, rows.readTimestamp());
    }

    @Override
    public void put(final K key, final @Nullable V value) {
        writeTyped(checkedKey(key), value);
    }

    private void writeTyped(final byte[] key, final @Nullable V value) {
        writeTyped(key, value, value == null ? null : plain(value));
    }

    private void writeTyped(final byte[] key, final @Nullable V value, final byte @Nullable [] plain) {
        write(key, plain, value == null || plain == null ? 0 : timestamp(value));
    }

    private void write(final byte[] key, final byte @Nullable [] plain, final long timestamp) {
        rows.write(context.partition(), key, plain, plain == null ? context.timestamp() : timestamp);
    }

    @Override
    public @Nullable V putIfAbsent(final K key, final @Nullable V value) {
        final byte[] bytes = checkedKey(key);
        final byte[] plain = value == null ? null : plain(value); // also where it is not written, as in Kafka Streams
        final V present = read(bytes);
        if (present == null) {
            writeTyped(bytes, value, plain);
        }
        return present;
    }

    @Override
    public void putAll(final List<KeyValue<K, V>> entries) {
        for (final KeyValue<K, V> entry : entries) {
            requireKey(entry.key);
        }
        for (final KeyValue<K, V> entry : entries) {
            put(entry.key, entry.value);
        }
    }

    @Override
    public @Nullable V delete(final K key) {
        final byte[] bytes = checkedKey(key);
        final V present = read(bytes);
        writeTyped(bytes, null);
        return present;
    }

    @Override
    public KeyValueIterator<K, V> range(final @Nullable K from, final @Nullable K to) {
        return between(from, to, true);
    }

    @Override
    public KeyValueIterator<K, V> reverseRange(final @Nullable K from, final @Nullable K to) {
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

    private KeyValueIterator<K, V> between(final @Nullable K from, final @Nullable K to, final boolean forward) {
        if (from == null || to == null) {
            context.onOpenScan(name());
        }
        final byte[] low = from == null ? null : keyBytes(from);
        final byte[] high = to == null ? null : KeyRange.after(keyBytes(to));
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
    public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(
            final P prefix, final PS prefixKeySerializer) {
        Objects.requireNonNull(prefix, "prefix cannot be null");
        Objects.requireNonNull(prefixKeySerializer, "prefixKeySerializer cannot be null");
        final byte[] low = prefixKeySerializer.serialize(null, prefix);
        if (low.length == 0) {
            context.onOpenScan(name());
        }
        return scan(low, KeyRange.afterPrefix(low), true);
    }

    private KeyValueIterator<K, V> scan(
            final byte @Nullable [] from, final byte @Nullable [] to, final boolean forward) {
        context.requireOpen(name());
        final int partition = context.partition();
        final RowCursor found = rows.scan(partition, from, to, forward);
        return persistent()
                ? new TypedIterator<>(found, this::key, this::value)
                : new LiveIterator<>(name(), found, this::key, key -> value(partition, key));
    }

    private @Nullable V value(final int partition, final byte[] key) {
        final byte[] plain = rows.read(partition, key);
        return plain == null ? null : value(plain, rows.readTimestamp());
    }

    private @Nullable V value(final RowCursor row) {
        final byte[] plain = row.value();
        return plain == null ? null : value(plain, row.timestamp());
    }

    @Override
    public long approximateNumEntries() {
        context.requireOpen(name());
        return rows.approximateEntries(context.partition());
    }

    private byte[] checkedKey(final @Nullable K key) {
        context.requireOpen(name());
        return keyBytes(requireKey(key));
    }

    private static <T> T requireKey(final @Nullable T key) {
        return Objects.requireNonNull(key, "key cannot be null");
    }
}
