package org.stoatflow.streams.state;

import java.util.List;
import org.stoatflow.stores.QueryViews;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/** How the built-in stores are read from outside of the topology. What these types make is for any thread. */
public final class QueryableStoreTypes {
    /** Has static methods only. */
    public QueryableStoreTypes() {}

    /**
     * Reads a key-value store, with or without timestamps, as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, V>> keyValueStore() {
        return new KeyValueStoreType<>();
    }

    /**
     * Reads a key-value store whose values have timestamps.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> timestampedKeyValueStore() {
        return new TimestampedKeyValueStoreType<>();
    }

    /**
     * Reads a key-value store whose values have timestamps and headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V>
            QueryableStoreType<ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>>>
                    timestampedKeyValueStoreWithHeaders() {
        return new TimestampedKeyValueStoreWithHeadersType<>();
    }

    /**
     * Reads a window store, with or without timestamps, as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, V>> windowStore() {
        return new WindowStoreType<>();
    }

    /**
     * Reads a window store whose values have timestamps.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> timestampedWindowStore() {
        return new TimestampedWindowStoreType<>();
    }

    /**
     * Reads a window store whose values have timestamps and headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V>
            QueryableStoreType<ReadOnlyWindowStore<K, ValueTimestampHeaders<V>>> timestampedWindowStoreWithHeaders() {
        return new TimestampedWindowStoreWithHeadersType<>();
    }

    /**
     * Reads a session store as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V> QueryableStoreType<ReadOnlySessionStore<K, V>> sessionStore() {
        return new SessionStoreType<>();
    }

    /**
     * Reads a session store whose values have headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the type of queries
     */
    public static <K, V>
            QueryableStoreType<ReadOnlySessionStore<K, AggregationWithHeaders<V>>> sessionStoreWithHeaders() {
        return new SessionStoreWithHeadersType<>();
    }

    /** Accepts stores that are of each of some classes. */
    abstract static class QueryableStoreTypeMatcher<T> implements QueryableStoreType<T> {
        private final List<Class<?>> classes;

        QueryableStoreTypeMatcher(Class<?>... classes) {
            this.classes = List.of(classes);
        }

        @Override
        public boolean accepts(StateStore stateStore) {
            return classes.stream().allMatch(required -> required.isInstance(stateStore));
        }
    }

    /**
     * Reads a key-value store, with or without timestamps, as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public static class KeyValueStoreType<K, V> extends QueryableStoreTypeMatcher<ReadOnlyKeyValueStore<K, V>> {
        KeyValueStoreType() {
            super(ReadOnlyKeyValueStore.class);
        }

        @Override
        public ReadOnlyKeyValueStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return QueryViews.keyValue(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a key-value store whose values have timestamps.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public static class TimestampedKeyValueStoreType<K, V>
            extends QueryableStoreTypeMatcher<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> {
        TimestampedKeyValueStoreType() {
            super(ReadOnlyKeyValueStore.class);
        }

        @Override
        public boolean accepts(StateStore stateStore) {
            return super.accepts(stateStore)
                    && (stateStore instanceof TimestampedKeyValueStore
                            || stateStore instanceof TimestampedKeyValueStoreWithHeaders);
        }

        @Override
        public ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return QueryViews.keyValue(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a key-value store whose values have timestamps and headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    private static class TimestampedKeyValueStoreWithHeadersType<K, V>
            extends QueryableStoreTypeMatcher<ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>>> {
        TimestampedKeyValueStoreWithHeadersType() {
            super(ReadOnlyKeyValueStore.class, TimestampedKeyValueStoreWithHeaders.class);
        }

        @Override
        public ReadOnlyKeyValueStore<K, ValueTimestampHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return QueryViews.keyValue(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a window store, with or without timestamps, as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public static class WindowStoreType<K, V> extends QueryableStoreTypeMatcher<ReadOnlyWindowStore<K, V>> {
        WindowStoreType() {
            super(ReadOnlyWindowStore.class);
        }

        @Override
        public ReadOnlyWindowStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return QueryViews.window(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a window store whose values have timestamps.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public static class TimestampedWindowStoreType<K, V>
            extends QueryableStoreTypeMatcher<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> {
        TimestampedWindowStoreType() {
            super(ReadOnlyWindowStore.class);
        }

        @Override
        public boolean accepts(StateStore stateStore) {
            return super.accepts(stateStore)
                    && (stateStore instanceof TimestampedWindowStore
                            || stateStore instanceof TimestampedWindowStoreWithHeaders);
        }

        @Override
        public ReadOnlyWindowStore<K, ValueAndTimestamp<V>> create(StateStoreProvider storeProvider, String storeName) {
            return QueryViews.window(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a window store whose values have timestamps and headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    private static class TimestampedWindowStoreWithHeadersType<K, V>
            extends QueryableStoreTypeMatcher<ReadOnlyWindowStore<K, ValueTimestampHeaders<V>>> {
        TimestampedWindowStoreWithHeadersType() {
            super(ReadOnlyWindowStore.class, TimestampedWindowStoreWithHeaders.class);
        }

        @Override
        public ReadOnlyWindowStore<K, ValueTimestampHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return QueryViews.window(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a session store as plain values.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public static class SessionStoreType<K, V> extends QueryableStoreTypeMatcher<ReadOnlySessionStore<K, V>> {
        SessionStoreType() {
            super(ReadOnlySessionStore.class);
        }

        @Override
        public ReadOnlySessionStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
            return QueryViews.session(storeProvider, this, storeName);
        }
    }

    /**
     * Reads a session store whose values have headers.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    private static class SessionStoreWithHeadersType<K, V>
            extends QueryableStoreTypeMatcher<ReadOnlySessionStore<K, AggregationWithHeaders<V>>> {
        SessionStoreWithHeadersType() {
            super(ReadOnlySessionStore.class, SessionStoreWithHeaders.class);
        }

        @Override
        public ReadOnlySessionStore<K, AggregationWithHeaders<V>> create(
                StateStoreProvider storeProvider, String storeName) {
            return QueryViews.session(storeProvider, this, storeName);
        }
    }
}
