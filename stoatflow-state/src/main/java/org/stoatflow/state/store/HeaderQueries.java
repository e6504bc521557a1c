package org.stoatflow.state.store;

import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.ReadOnlyRecord;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.ResultOrder;
import org.stoatflow.streams.query.TimestampedKeyWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedRangeWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedWindowKeyWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedWindowRangeWithHeadersQuery;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlyRecordIterator;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/**
 * Answers the queries that ask a store with headers for whole records. A record that the store has no timestamp of is
 * refused, as in Kafka Streams. Thread: that of the store's user.
 */
final class HeaderQueries {
    private HeaderQueries() {}

    static Optional<QueryResult<?>> keyValue(
            Query<?> query, TimestampedKeyValueStoreWithHeaders<Object, Object> store) {
        return switch (query) {
            case TimestampedKeyWithHeadersQuery<?, ?> one -> answer(recordOf(one.key(), store.get(one.key())));
            case TimestampedRangeWithHeadersQuery<?, ?> range -> {
                Object lower = range.lowerBound().orElse(null);
                Object upper = range.upperBound().orElse(null);
                boolean descending = range.resultOrder() == ResultOrder.DESCENDING;
                yield answer(new Records<>(
                        descending ? store.reverseRange(lower, upper) : store.range(lower, upper),
                        HeaderQueries::recordOf));
            }
            default -> Optional.empty();
        };
    }

    static Optional<QueryResult<?>> windows(Query<?> query, TimestampedWindowStoreWithHeaders<Object, Object> store) {
        return switch (query) {
            case TimestampedWindowKeyWithHeadersQuery<?, ?> one
            when one.timeFrom().isPresent() && one.timeTo().isPresent() ->
                answer(new Records<>(
                        store.fetch(
                                one.key(),
                                one.key(),
                                one.timeFrom().get(),
                                one.timeTo().get()),
                        HeaderQueries::recordOf));
            case TimestampedWindowRangeWithHeadersQuery<?, ?> range
            when range.timeFrom().isPresent() && range.timeTo().isPresent() ->
                answer(new Records<>(
                        store.fetchAll(range.timeFrom().get(), range.timeTo().get()), HeaderQueries::recordOf));
            default -> Optional.empty();
        };
    }

    static Optional<QueryResult<?>> sessions(Query<?> query, SessionStoreWithHeaders<Object, Object> store) {
        return query instanceof TimestampedWindowRangeWithHeadersQuery<?, ?> ofKey
                        && ofKey.key().isPresent()
                ? answer(new Records<>(store.fetch(ofKey.key().get()), HeaderQueries::recordOfSession))
                : Optional.empty();
    }

    private static Optional<QueryResult<?>> answer(@Nullable Object answer) {
        return Optional.of(QueryResult.forResult(answer));
    }

    /** A record as it was read; nobody can change its headers. */
    private record Found(Object key, @Nullable Object value, long timestamp, Headers headers)
            implements ReadOnlyRecord<Object, Object> {
        static Found of(Object key, @Nullable Object value, long timestamp, Headers headers) {
            if (timestamp < 0) {
                throw new StreamsException(
                        "Malformed Record",
                        new IllegalArgumentException("A record's timestamp cannot be negative, but is " + timestamp
                                + ": the store's supplier has no room for timestamps. Ask without headers"));
            }
            RecordHeaders readOnly = new RecordHeaders(headers);
            readOnly.setReadOnly();
            return new Found(key, value, timestamp, readOnly);
        }
    }

    private static @Nullable Found recordOf(Object key, @Nullable ValueTimestampHeaders<Object> value) {
        return value == null ? null : Found.of(key, value.value(), value.timestamp(), value.headers());
    }

    /** A session has no timestamp of its own: its end is shown. */
    private static Found recordOfSession(Windowed<Object> session, AggregationWithHeaders<Object> value) {
        return Found.of(session, value.aggregation(), session.window().end(), value.headers());
    }

    /** Rows of a store as records. */
    private record Records<K, V>(KeyValueIterator<K, V> rows, BiFunction<K, V, Found> show)
            implements ReadOnlyRecordIterator<Object, Object> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public ReadOnlyRecord<Object, Object> next() {
            KeyValue<K, V> row = rows.next();
            return show.apply(row.key, row.value);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
