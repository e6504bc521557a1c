package org.stoatflow.state.versioned;

import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.RangeQuery;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.state.VersionedRecord;
import org.stoatflow.streams.state.VersionedRecordIterator;

/**
 * Asks a user's versioned store of bytes what a query of keys and values asks. Thread: the asker's.
 *
 * @param serdes those of the store's keys and values
 */
record VersionQueries<K, V>(StoreSerdes<K, V> serdes) {
    /** Refuses, as Kafka Streams does, queries of stores that have one value for a key, and a reversed interval. */
    static void requireKnown(Query<?> query) {
        if (query instanceof KeyQuery || query instanceof RangeQuery) {
            throw new UnsupportedOperationException(
                    "Versioned stores do not support " + query.getClass().getSimpleName() + " queries at this time.");
        }
        if (query instanceof MultiVersionedKeyQuery<?, ?> all
                && all.fromTime().isPresent()
                && all.toTime().isPresent()
                && all.fromTime().get().isAfter(all.toTime().get())) {
            throw new IllegalArgumentException(
                    "The query's fromTime, " + all.fromTime().get() + ", is after its toTime, "
                            + all.toTime().get());
        }
    }

    @SuppressWarnings("unchecked") // the asker knows the types of the store that it names, as in Kafka Streams
    <R> QueryResult<R> ask(StateStore users, Query<R> query, PositionBound bound, QueryConfig config) {
        if (query instanceof VersionedKeyQuery<?, ?> one) {
            return (QueryResult<R>) shown(
                    users.query(inBytes((VersionedKeyQuery<K, V>) one), bound, config), this::version);
        }
        if (query instanceof MultiVersionedKeyQuery<?, ?> all) {
            return (QueryResult<R>) shown(
                    users.query(inBytes((MultiVersionedKeyQuery<K, V>) all), bound, config),
                    versions -> new Versions<>(versions, this::version));
        }
        return users.query(query, bound, config);
    }

    private VersionedKeyQuery<Bytes, byte[]> inBytes(VersionedKeyQuery<K, V> asked) {
        VersionedKeyQuery<Bytes, byte[]> query = VersionedKeyQuery.withKey(Bytes.wrap(serdes.keyBytes(asked.key())));
        return asked.asOfTimestamp().map(query::asOf).orElse(query);
    }

    private MultiVersionedKeyQuery<Bytes, byte[]> inBytes(MultiVersionedKeyQuery<K, V> asked) {
        MultiVersionedKeyQuery<Bytes, byte[]> query = MultiVersionedKeyQuery.<Bytes, byte[]>withKey(
                        Bytes.wrap(serdes.keyBytes(asked.key())))
                .fromTime(asked.fromTime().orElse(null))
                .toTime(asked.toTime().orElse(null));
        return switch (asked.resultOrder()) {
            case ANY -> query;
            case ASCENDING -> query.withAscendingTimestamps();
            case DESCENDING -> query.withDescendingTimestamps();
        };
    }

    private VersionedRecord<V> version(VersionedRecord<byte[]> found) {
        V value = serdes.value(found.value());
        return found.validTo()
                .map(validTo -> new VersionedRecord<>(value, found.timestamp(), validTo))
                .orElseGet(() -> new VersionedRecord<>(value, found.timestamp()));
    }

    /** The same answer, with its execution info and position. */
    @SuppressWarnings("unchecked") // a failure has no answer of any type
    private static <B, R> QueryResult<R> shown(QueryResult<B> found, Function<B, R> typed) {
        B bytes = found.isFailure() ? null : found.getResult();
        if (bytes == null) {
            return (QueryResult<R>) found;
        }
        QueryResult<R> shown = QueryResult.forResult(typed.apply(bytes));
        found.getExecutionInfo().forEach(shown::addExecutionInfo);
        if (found.getPosition() != null) {
            shown.setPosition(found.getPosition());
        }
        return shown;
    }

    /** Versions of bytes, shown as they are asked for. */
    private record Versions<V>(
            VersionedRecordIterator<byte[]> found, Function<VersionedRecord<byte[]>, VersionedRecord<V>> typed)
            implements VersionedRecordIterator<V> {
        @Override
        public boolean hasNext() {
            return found.hasNext();
        }

        @Override
        public VersionedRecord<V> next() {
            return typed.apply(found.next());
        }

        @Override
        public void close() {
            found.close();
        }
    }
}
