package org.stoatflow.state.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.state.ValueTimestampHeaders;

/** One use of a store, carried out by whoever has the store. */
record HeadersStep(Kind kind, String key, String value, long timestamp, Headers headers) {
    enum Kind {
        GET,
        PUT,
        PUT_NULL,
        PUT_NOTHING,
        PUT_IF_ABSENT,
        PUT_ALL,
        DELETE,
        RANGE,
        REVERSE_RANGE,
        PREFIX,
        ALL,
        KEY_QUERY,
        TIMESTAMPED_KEY_QUERY,
        RANGE_QUERY
    }

    private static final int NOT_QUERIES = Kind.KEY_QUERY.ordinal();

    static HeadersStep of(Random random, int number, boolean queried) {
        int kinds = queried ? Kind.values().length : NOT_QUERIES;
        Kind kind = random.nextInt(3) == 0 ? Kind.PUT : Kind.values()[random.nextInt(kinds)];
        Headers headers = new RecordHeaders();
        for (int i = random.nextInt(3); i > 0; i--) {
            headers.add("h" + i, random.nextInt(4) == 0 ? null : HeaderSerdes.bytes("" + number));
        }
        return new HeadersStep(kind, "k" + random.nextInt(5), "v" + number, random.nextInt(2_000), headers);
    }

    static HeadersStep get(Random random) {
        return new HeadersStep(Kind.GET, "k" + random.nextInt(5), "", 0, new RecordHeaders());
    }

    private String putValue() {
        return kind == Kind.PUT_NOTHING ? "nothing" : value;
    }

    String onTheirs(TimestampedKeyValueStoreWithHeaders<String, String> store) {
        ValueTimestampHeaders<String> made =
                ValueTimestampHeaders.make(putValue(), timestamp, new RecordHeaders(headers));
        return switch (kind) {
            case GET -> text(store.get(key));
            case PUT, PUT_NOTHING -> {
                store.put(key, made);
                yield HeaderSerdes.text(made.headers());
            }
            case PUT_NULL -> {
                store.put(key, null);
                yield "";
            }
            case PUT_IF_ABSENT -> text(store.putIfAbsent(key, made)) + HeaderSerdes.text(made.headers());
            case PUT_ALL -> {
                store.putAll(List.of(KeyValue.pair(key, made), KeyValue.pair("k0", null)));
                yield HeaderSerdes.text(made.headers());
            }
            case DELETE -> text(store.delete(key));
            case RANGE -> theirRows(store.range("k1", key));
            case REVERSE_RANGE -> theirRows(store.reverseRange(null, key));
            case PREFIX -> theirRows(store.prefixScan("k", new StringSerializer()));
            case ALL -> theirRows(store.all());
            case KEY_QUERY -> theirAnswer(store, org.apache.kafka.streams.query.KeyQuery.<String, String>withKey(key));
            case TIMESTAMPED_KEY_QUERY ->
                theirAnswer(store, org.apache.kafka.streams.query.TimestampedKeyQuery.<String, String>withKey(key));
            case RANGE_QUERY ->
                theirAnswer(store, org.apache.kafka.streams.query.RangeQuery.<String, String>withLowerBound(key));
        };
    }

    private static String theirAnswer(
            TimestampedKeyValueStoreWithHeaders<String, String> store, org.apache.kafka.streams.query.Query<?> query) {
        org.apache.kafka.streams.query.QueryResult<?> answer = store.query(
                query,
                org.apache.kafka.streams.query.PositionBound.unbounded(),
                new org.apache.kafka.streams.query.QueryConfig(false));
        if (answer.isFailure()) {
            return answer.getFailureReason().name();
        }
        return answer.getResult() instanceof org.apache.kafka.streams.state.KeyValueIterator<?, ?> rows
                ? theirRows(rows)
                : "" + answer.getResult();
    }

    private static String theirRows(org.apache.kafka.streams.state.KeyValueIterator<?, ?> found) {
        List<String> rows = new ArrayList<>();
        try (found) {
            while (found.hasNext()) {
                if (rows.size() % 2 == 0) {
                    rows.add("at " + found.peekNextKey());
                }
                KeyValue<?, ?> row = found.next();
                rows.add(row.key + ":"
                        + (row.value instanceof ValueTimestampHeaders<?> value ? text(value) : row.value));
            }
        }
        return rows.toString();
    }

    private static String text(ValueTimestampHeaders<?> value) {
        return value == null ? null : value.value() + "@" + value.timestamp() + HeaderSerdes.text(value.headers());
    }

    String onOurs(org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders<String, String> store) {
        org.stoatflow.streams.state.ValueTimestampHeaders<String> made =
                org.stoatflow.streams.state.ValueTimestampHeaders.make(
                        putValue(), timestamp, new RecordHeaders(headers));
        return switch (kind) {
            case GET -> text(store.get(key));
            case PUT, PUT_NOTHING -> {
                store.put(key, made);
                yield HeaderSerdes.text(made.headers());
            }
            case PUT_NULL -> {
                store.put(key, null);
                yield "";
            }
            case PUT_IF_ABSENT -> text(store.putIfAbsent(key, made)) + HeaderSerdes.text(made.headers());
            case PUT_ALL -> {
                store.putAll(List.of(
                        org.stoatflow.streams.KeyValue.pair(key, made),
                        org.stoatflow.streams.KeyValue.pair("k0", null)));
                yield HeaderSerdes.text(made.headers());
            }
            case DELETE -> text(store.delete(key));
            case RANGE -> ourRows(store.range("k1", key));
            case REVERSE_RANGE -> ourRows(store.reverseRange(null, key));
            case PREFIX -> ourRows(store.prefixScan("k", new StringSerializer()));
            case ALL -> ourRows(store.all());
            case KEY_QUERY -> ourAnswer(store, org.stoatflow.streams.query.KeyQuery.<String, String>withKey(key));
            case TIMESTAMPED_KEY_QUERY ->
                ourAnswer(store, org.stoatflow.streams.query.TimestampedKeyQuery.<String, String>withKey(key));
            case RANGE_QUERY ->
                ourAnswer(store, org.stoatflow.streams.query.RangeQuery.<String, String>withLowerBound(key));
        };
    }

    private static String ourAnswer(
            org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders<String, String> store,
            org.stoatflow.streams.query.Query<?> query) {
        org.stoatflow.streams.query.QueryResult<?> answer = store.query(
                query,
                org.stoatflow.streams.query.PositionBound.unbounded(),
                new org.stoatflow.streams.query.QueryConfig(false));
        if (answer.isFailure()) {
            return answer.getFailureReason().name();
        }
        return answer.getResult() instanceof org.stoatflow.streams.state.KeyValueIterator<?, ?> rows
                ? ourRows(rows)
                : "" + answer.getResult();
    }

    private static String ourRows(org.stoatflow.streams.state.KeyValueIterator<?, ?> found) {
        List<String> rows = new ArrayList<>();
        try (found) {
            while (found.hasNext()) {
                if (rows.size() % 2 == 0) {
                    rows.add("at " + found.peekNextKey());
                }
                org.stoatflow.streams.KeyValue<?, ?> row = found.next();
                rows.add(row.key + ":"
                        + (row.value instanceof org.stoatflow.streams.state.ValueTimestampHeaders<?> value
                                ? text(value)
                                : row.value));
            }
        }
        return rows.toString();
    }

    private static String text(org.stoatflow.streams.state.ValueTimestampHeaders<?> value) {
        return value == null ? null : value.value() + "@" + value.timestamp() + HeaderSerdes.text(value.headers());
    }
}
