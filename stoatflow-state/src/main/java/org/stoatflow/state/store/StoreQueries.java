package org.stoatflow.state.store;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.MappedIterator;
import org.stoatflow.stores.QueryViews;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.RangeQuery;
import org.stoatflow.streams.query.ResultOrder;
import org.stoatflow.streams.query.TimestampedKeyQuery;
import org.stoatflow.streams.query.TimestampedRangeQuery;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.query.WindowKeyQuery;
import org.stoatflow.streams.query.WindowRangeQuery;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;

/**
 * Answers queries from a store. A store with timestamps gives plain values, unless the query asks for timestamps;
 * window stores give timestamps where their rows have room for them. A query that the store does not know is a failure,
 * as is one that the store fails at. Thread: that of the store's user.
 */
public final class StoreQueries {
    private StoreQueries() {}

    /**
     * Answers a query.
     *
     * @param query the question
     * @param store the store, open
     * @return the answer, or why there is none
     */
    @SuppressWarnings("unchecked") // the question's type says that of the answer
    public static <R> QueryResult<R> answer(Query<R> query, StateStore store) {
        try {
            Optional<QueryResult<?>> answer = asked(query, store);
            return answer.isPresent() ? (QueryResult<R>) answer.get() : unknown(query, store);
        } catch (RuntimeException failure) { // what serdes and the state throw is the asker's to see
            return QueryResult.forFailure(
                    FailureReason.STORE_EXCEPTION,
                    store.getClass() + " failed to handle query " + query + ": " + Utils.stackTrace(failure));
        }
    }

    /** In Kafka Streams' words, which say what the store knows where it knows the query's type in part. */
    private static <R> QueryResult<R> unknown(Query<R> query, StateStore store) {
        return switch (query) {
            case WindowRangeQuery<?, ?> range
            when store instanceof SessionStore<?, ?> ->
                unknown(query, store, "SessionStores only support WindowRangeQuery.withKey.");
            case WindowRangeQuery<?, ?> range
            when store instanceof WindowStore<?, ?> ->
                unknown(query, store, "WindowStores only supports WindowRangeQuery.withWindowStartRange.");
            case WindowKeyQuery<?, ?> one
            when store instanceof WindowStore<?, ?> -> unknown(query, store, "it only supports closed-range queries.");
            default -> QueryResult.forUnknownQueryType(query, store);
        };
    }

    private static <R> QueryResult<R> unknown(Query<R> query, StateStore store, String since) {
        return QueryResult.forFailure(
                FailureReason.UNKNOWN_QUERY_TYPE,
                "This store (" + named(store) + ") doesn't know how to execute the given query (" + query
                        + ") because " + since + " Contact the store maintainer if you need support for a new query"
                        + " type.");
    }

    /** The store, as who searches for Kafka Streams' words finds it: there the name is that of a class. */
    private static String named(StateStore store) {
        String kind = switch (store) {
            case SessionStoreWithHeaders<?, ?> headers -> "SessionStoreWithHeaders";
            case SessionStore<?, ?> sessions -> "SessionStore";
            case TimestampedWindowStoreWithHeaders<?, ?> headers -> "TimestampedWindowStoreWithHeaders";
            case TimestampedWindowStore<?, ?> timestamped -> "TimestampedWindowStore";
            default -> "WindowStore";
        };
        return "class org.apache.kafka.streams.state.internals.Metered" + kind + " in Kafka Streams, here a " + kind;
    }

    /** The answer; empty where the store does not know the query. */
    @SuppressWarnings("unchecked") // the asker knows the types of the store that it names, as in Kafka Streams
    private static Optional<QueryResult<?>> asked(Query<?> query, StateStore store) {
        return switch (store) {
            case TimestampedKeyValueStoreWithHeaders<?, ?> headers ->
                HeaderQueries.keyValue(query, (TimestampedKeyValueStoreWithHeaders<Object, Object>) headers)
                        .or(() -> timestamped(
                                query, QueryViews.partition(headers, QueryableStoreTypes.timestampedKeyValueStore())));
            case TimestampedKeyValueStore<?, ?> timestamped ->
                timestamped(query, (TimestampedKeyValueStore<Object, Object>) timestamped);
            case KeyValueStore<?, ?> plain -> keyValue(query, (KeyValueStore<Object, Object>) plain);
            case VersionReads<?, ?> versions -> versions(query, (VersionReads<Object, Object>) versions);
            case TimestampedWindowStoreWithHeaders<?, ?> headers ->
                HeaderQueries.windows(query, (TimestampedWindowStoreWithHeaders<Object, Object>) headers)
                        .or(() -> windows(query, QueryViews.partition(headers, shownWindows(headers))));
            case SessionStoreWithHeaders<?, ?> headers ->
                HeaderQueries.sessions(query, (SessionStoreWithHeaders<Object, Object>) headers)
                        .or(() -> sessions(query, QueryViews.partition(headers, QueryableStoreTypes.sessionStore())));
            case TimestampedWindowStore<?, ?> timestamped ->
                windows(query, QueryViews.partition(timestamped, shownWindows(timestamped)));
            case WindowStore<?, ?> windows -> windows(query, (WindowStore<Object, Object>) windows);
            case SessionStore<?, ?> sessions -> sessions(query, (SessionStore<Object, Object>) sessions);
            default -> Optional.empty();
        };
    }

    /** Rows that have no room for timestamps give plain values. */
    @SuppressWarnings("unchecked") // the asker knows the types of the store that it names, as in Kafka Streams
    private static QueryableStoreType<ReadOnlyWindowStore<Object, Object>> shownWindows(StateStore store) {
        QueryableStoreType<?> type = ((TimestampsAccess) store).keepsTimestamps()
                ? QueryableStoreTypes.timestampedWindowStore()
                : QueryableStoreTypes.windowStore();
        return (QueryableStoreType<ReadOnlyWindowStore<Object, Object>>) type;
    }

    private static Optional<QueryResult<?>> found(@Nullable Object answer) {
        return Optional.of(QueryResult.forResult(answer));
    }

    private static Optional<QueryResult<?>> keyValue(Query<?> query, KeyValueStore<Object, Object> store) {
        return switch (query) {
            case KeyQuery<?, ?> one -> found(store.get(one.getKey()));
            case RangeQuery<?, ?> range -> found(Range.of(range).in(store));
            default -> Optional.empty();
        };
    }

    private static Optional<QueryResult<?>> timestamped(
            Query<?> query, ReadOnlyKeyValueStore<Object, ValueAndTimestamp<Object>> store) {
        return switch (query) {
            case KeyQuery<?, ?> one -> found(ValueAndTimestamp.getValueOrNull(store.get(one.getKey())));
            case TimestampedKeyQuery<?, ?> one -> found(store.get(one.key()));
            case RangeQuery<?, ?> range ->
                found(new MappedIterator<>(Range.of(range).in(store), ValueAndTimestamp::getValueOrNull));
            case TimestampedRangeQuery<?, ?> range -> found(Range.of(range).in(store));
            default -> Optional.empty();
        };
    }

    /** The bounds of a query, null where there is none. */
    private record Range(@Nullable Object lower, @Nullable Object upper, boolean descending) {
        static Range of(RangeQuery<?, ?> query) {
            return new Range(
                    query.getLowerBound().orElse(null),
                    query.getUpperBound().orElse(null),
                    query.resultOrder() == ResultOrder.DESCENDING);
        }

        static Range of(TimestampedRangeQuery<?, ?> query) {
            return new Range(
                    query.lowerBound().orElse(null),
                    query.upperBound().orElse(null),
                    query.resultOrder() == ResultOrder.DESCENDING);
        }

        <V> org.stoatflow.streams.state.KeyValueIterator<Object, V> in(ReadOnlyKeyValueStore<Object, V> store) {
            return descending ? store.reverseRange(lower, upper) : store.range(lower, upper);
        }
    }

    private static Optional<QueryResult<?>> versions(Query<?> query, VersionReads<Object, Object> store) {
        return switch (query) {
            case VersionedKeyQuery<?, ?> one
            when one.asOfTimestamp().isPresent() ->
                found(store.versionAt(one.key(), one.asOfTimestamp().get().toEpochMilli()));
            case VersionedKeyQuery<?, ?> one -> found(store.newest(one.key()));
            case MultiVersionedKeyQuery<?, ?> all ->
                found(store.versions(
                        all.key(),
                        all.fromTime().map(Instant::toEpochMilli).orElse(Long.MIN_VALUE),
                        all.toTime().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE),
                        all.resultOrder() == ResultOrder.ASCENDING));
            default -> Optional.empty();
        };
    }

    private static Optional<QueryResult<?>> windows(Query<?> query, ReadOnlyWindowStore<Object, Object> store) {
        return switch (query) {
            case WindowKeyQuery<?, ?> one
            when one.getTimeFrom().isPresent() && one.getTimeTo().isPresent() ->
                found(store.fetch(
                        one.getKey(), one.getTimeFrom().get(), one.getTimeTo().get()));
            case WindowRangeQuery<?, ?> range
            when range.getTimeFrom().isPresent() && range.getTimeTo().isPresent() ->
                found(store.fetchAll(
                        range.getTimeFrom().get(), range.getTimeTo().get()));
            default -> Optional.empty();
        };
    }

    private static Optional<QueryResult<?>> sessions(Query<?> query, ReadOnlySessionStore<Object, Object> store) {
        return query instanceof WindowRangeQuery<?, ?> ofKey && ofKey.getKey().isPresent()
                ? found(store.fetch(ofKey.getKey().get()))
                : Optional.empty();
    }
}
