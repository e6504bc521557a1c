package org.stoatflow.stores;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/** Makes what queries read: stores of several partitions as one, and stores with timestamps as plain ones. */
public final class QueryViews {
    private QueryViews() {}

    /**
     * A key-value store over all its partitions.
     *
     * @return for any thread
     */
    public static <K, V> ReadOnlyKeyValueStore<K, V> keyValue(
            StateStoreProvider provider, QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String store) {
        return new QueriedKeyValueStore<>(provider, type, store);
    }

    /**
     * A window store over all its partitions.
     *
     * @return for any thread
     */
    public static <K, V> ReadOnlyWindowStore<K, V> window(
            StateStoreProvider provider, QueryableStoreType<ReadOnlyWindowStore<K, V>> type, String store) {
        return new QueriedWindowStore<>(provider, type, store);
    }

    /**
     * A session store over all its partitions.
     *
     * @return for any thread
     */
    public static <K, V> ReadOnlySessionStore<K, V> session(
            StateStoreProvider provider, QueryableStoreType<ReadOnlySessionStore<K, V>> type, String store) {
        return new QueriedSessionStore<>(provider, type, store);
    }

    /**
     * One partition of a store, as the type of queries wants it: a store with timestamps or headers is shown without
     * those that the type does not name.
     *
     * @return for one thread
     * @throws InvalidStateStoreException if the type does not accept the store
     */
    @SuppressWarnings("unchecked") // a type accepts the stores of which it makes T
    public static <T> T partition(StateStore store, QueryableStoreType<T> type) {
        if (!type.accepts(store)) {
            throw new InvalidStateStoreException("Cannot get state store " + store.name()
                    + " because the queryable store type [" + type.getClass()
                    + "] does not accept the actual store type [" + store.getClass() + "].");
        }
        return (T)
                switch (type) {
                    case QueryableStoreTypes.KeyValueStoreType<?, ?> plain -> plain(store);
                    case QueryableStoreTypes.TimestampedKeyValueStoreType<?, ?> timestamped ->
                        store instanceof TimestampedKeyValueStoreWithHeaders<?, ?> headers
                                ? new ShownKeyValueStore<>(headers, QueryViews::withTimestamp)
                                : store;
                    case QueryableStoreTypes.WindowStoreType<?, ?> plain -> plainWindows(store);
                    case QueryableStoreTypes.TimestampedWindowStoreType<?, ?> timestamped ->
                        store instanceof TimestampedWindowStoreWithHeaders<?, ?> headers
                                ? new ShownWindowStore<>(headers, QueryViews::withTimestamp)
                                : store;
                    case QueryableStoreTypes.SessionStoreType<?, ?> plain ->
                        store instanceof SessionStoreWithHeaders<?, ?> headers
                                ? new ShownSessionStore<>(headers, AggregationWithHeaders::aggregation)
                                : store;
                    default -> store; // a type of the user's own, or one that shows all there is
                };
    }

    private static Object plain(StateStore store) {
        return switch (store) {
            case TimestampedKeyValueStoreWithHeaders<?, ?> headers ->
                new ShownKeyValueStore<>(headers, ValueTimestampHeaders::value);
            case TimestampedKeyValueStore<?, ?> timestamped ->
                new ShownKeyValueStore<>(timestamped, ValueAndTimestamp::value);
            default -> store;
        };
    }

    private static Object plainWindows(StateStore store) {
        return switch (store) {
            case TimestampedWindowStoreWithHeaders<?, ?> headers ->
                new ShownWindowStore<>(headers, ValueTimestampHeaders::value);
            case TimestampedWindowStore<?, ?> timestamped ->
                new ShownWindowStore<>(timestamped, ValueAndTimestamp::value);
            default -> store;
        };
    }

    private static <V> ValueAndTimestamp<V> withTimestamp(ValueTimestampHeaders<V> value) {
        return ValueAndTimestamp.make(value.value(), value.timestamp());
    }

    /** The first answer of a partition that has one, or null. */
    static <S, R> @Nullable R first(String store, List<S> partitions, Function<S, @Nullable R> ask) {
        return available(store, () -> {
            for (S partition : partitions) {
                R answer = ask.apply(partition);
                if (answer != null) {
                    return answer;
                }
            }
            return null;
        });
    }

    /** Reads, and says what to do where the store was closed meanwhile. */
    static <R> R available(String store, Supplier<R> read) {
        try {
            return read.get();
        } catch (InvalidStateStoreException closed) {
            throw new InvalidStateStoreException(
                    "State store is not available anymore and may have been migrated to another instance;"
                            + " please re-discover its location from the state metadata. Store " + store,
                    closed);
        }
    }
}
