package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ReadOnlyRecord;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.RangeQuery;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.TimestampedKeyQuery;
import org.stoatflow.streams.query.TimestampedKeyWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedRangeQuery;
import org.stoatflow.streams.query.TimestampedRangeWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedWindowKeyWithHeadersQuery;
import org.stoatflow.streams.query.TimestampedWindowRangeWithHeadersQuery;
import org.stoatflow.streams.query.WindowKeyQuery;
import org.stoatflow.streams.query.WindowRangeQuery;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyRecordIterator;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/** What stores with headers answer, over suppliers that have room for headers and that have none. */
final class HeaderQueryRows {
    private static final Instant BEGIN = Instant.ofEpochMilli(Feeds.BEGIN - 60_000);
    private static final Instant END = Instant.ofEpochMilli(Feeds.BEGIN + 120_000);
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration SIZE = Duration.ofSeconds(20);

    private HeaderQueryRows() {}

    /** What the suppliers have room for. */
    private enum Room {
        HEADERS,
        TIMESTAMPS,
        VALUES,
        MEMORY
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Room room : Room.values()) {
            rows.add(Row.script("ask stores with headers over " + room, at -> run(at, room, false)));
        }
        rows.add(Row.script("ask stores with headers in a cache", at -> run(at, Room.HEADERS, true)));
        rows.forEach(WindowStoreRows::kept);
        return rows;
    }

    private static void run(Scene at, Room room, boolean cached) {
        at.feed();
        KafkaStreams app = at.started(topology(at, room, cached));
        at.awaitCommitted(app);
        rows(at, app);
        windows(at, app);
        sessions(at, app);
        levels(at, app);
        at.close(app);
    }

    // ---- the stores

    private static Topology topology(Scene at, Room room, boolean cached) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(cachedOr(
                cached,
                Stores.timestampedKeyValueStoreWithHeadersBuilder(
                        switch (room) {
                            case HEADERS -> Stores.persistentTimestampedKeyValueStoreWithHeaders("rows");
                            case TIMESTAMPS -> Stores.persistentTimestampedKeyValueStore("rows");
                            case VALUES -> Stores.persistentKeyValueStore("rows");
                            case MEMORY -> Stores.inMemoryKeyValueStore("rows");
                        },
                        Serdes.String(),
                        Serdes.String())));
        builder.addStateStore(cachedOr(
                cached,
                Stores.timestampedWindowStoreWithHeadersBuilder(
                        switch (room) {
                            case HEADERS ->
                                Stores.persistentTimestampedWindowStoreWithHeaders("windows", KEPT, SIZE, false);
                            case TIMESTAMPS -> Stores.persistentTimestampedWindowStore("windows", KEPT, SIZE, false);
                            case VALUES -> Stores.persistentWindowStore("windows", KEPT, SIZE, false);
                            case MEMORY -> Stores.inMemoryWindowStore("windows", KEPT, SIZE, false);
                        },
                        Serdes.String(),
                        Serdes.String())));
        builder.addStateStore(cachedOr(
                cached,
                Stores.sessionStoreWithHeadersBuilder(
                        switch (room) {
                            case HEADERS -> Stores.persistentSessionStoreWithHeaders("sessions", KEPT);
                            case TIMESTAMPS, VALUES -> Stores.persistentSessionStore("sessions", KEPT);
                            case MEMORY -> Stores.inMemorySessionStore("sessions", KEPT);
                        },
                        Serdes.String(),
                        Serdes.String())));
        builder.<String, String>stream(at.in()).process(Keeper::new, "rows", "windows", "sessions");
        return builder.build(at.config());
    }

    private static <S extends StateStore> StoreBuilder<S> cachedOr(boolean cached, StoreBuilder<S> builder) {
        return cached ? builder.withCachingEnabled() : builder;
    }

    /** Keeps each record in all stores, with a header that tells its value. */
    private static final class Keeper extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            if (record.key() == null || record.value() == null) {
                return;
            }
            long time = record.timestamp();
            TimestampedKeyValueStoreWithHeaders<String, String> rows = context().getStateStore("rows");
            rows.put(record.key(), ValueTimestampHeaders.make(record.value(), time, headers(record)));
            TimestampedWindowStoreWithHeaders<String, String> windows =
                    context().getStateStore("windows");
            windows.put(
                    record.key(),
                    ValueTimestampHeaders.make(record.value(), time, headers(record)),
                    time / SIZE.toMillis() * SIZE.toMillis());
            SessionStoreWithHeaders<String, String> sessions = context().getStateStore("sessions");
            sessions.put(
                    new Windowed<>(record.key(), new SessionWindow(time, time + 500)),
                    AggregationWithHeaders.make(record.value(), headers(record)));
        }

        private static Headers headers(Record<String, String> record) {
            return new RecordHeaders().add("value", record.value().getBytes());
        }
    }

    // ---- what is asked

    private static void rows(Scene at, KafkaStreams app) {
        ask(at, app, "rows", "record", TimestampedKeyWithHeadersQuery.<String, String>withKey("k1"));
        ask(at, app, "rows", "absent", TimestampedKeyWithHeadersQuery.<String, String>withKey("absent"));
        ask(
                at,
                app,
                "rows",
                "record below the cache",
                TimestampedKeyWithHeadersQuery.<String, String>withKey("k1").skipCache());
        ask(at, app, "rows", "all", TimestampedRangeWithHeadersQuery.<String, String>withNoBounds());
        ask(at, app, "rows", "range", TimestampedRangeWithHeadersQuery.<String, String>withRange("k1", "k3"));
        ask(
                at,
                app,
                "rows",
                "down to",
                TimestampedRangeWithHeadersQuery.<String, String>withLowerBound("k2")
                        .withDescendingKeys());
        ask(
                at,
                app,
                "rows",
                "up to",
                TimestampedRangeWithHeadersQuery.<String, String>withUpperBound("k2")
                        .withAscendingKeys());
        ask(at, app, "rows", "value", KeyQuery.<String, String>withKey("k1"));
        ask(at, app, "rows", "value with time", TimestampedKeyQuery.<String, String>withKey("k1"));
        ask(at, app, "rows", "values", RangeQuery.<String, String>withNoBounds());
        ask(at, app, "rows", "values with times", TimestampedRangeQuery.<String, String>withNoBounds());
        ask(at, app, "rows", "windows of rows", ofKey("k1"));
        ask(at, app, "rows", "own question", new Query<String>() {});
    }

    private static TimestampedWindowKeyWithHeadersQuery<String, String> ofKey(String key) {
        return TimestampedWindowKeyWithHeadersQuery.withKeyAndWindowStartRange(key, BEGIN, END);
    }

    private static void windows(Scene at, KafkaStreams app) {
        ask(at, app, "windows", "windows", ofKey("k1"));
        ask(at, app, "windows", "no windows", ofKey("absent"));
        ask(
                at,
                app,
                "windows",
                "windows of all",
                TimestampedWindowRangeWithHeadersQuery.<String, String>withWindowStartRange(BEGIN, END));
        ask(
                at,
                app,
                "windows",
                "windows by key alone",
                TimestampedWindowRangeWithHeadersQuery.<String, String>withKey("k1"));
        ask(at, app, "windows", "values", WindowKeyQuery.<String, String>withKeyAndWindowStartRange("k1", BEGIN, END));
        ask(at, app, "windows", "values of all", WindowRangeQuery.<String, String>withWindowStartRange(BEGIN, END));
        ask(at, app, "windows", "record of windows", TimestampedKeyWithHeadersQuery.<String, String>withKey("k1"));
    }

    private static void sessions(Scene at, KafkaStreams app) {
        ask(at, app, "sessions", "sessions", TimestampedWindowRangeWithHeadersQuery.<String, String>withKey("k1"));
        ask(
                at,
                app,
                "sessions",
                "no sessions",
                TimestampedWindowRangeWithHeadersQuery.<String, String>withKey("absent"));
        ask(
                at,
                app,
                "sessions",
                "sessions in time",
                TimestampedWindowRangeWithHeadersQuery.<String, String>withWindowStartRange(BEGIN, END));
        ask(at, app, "sessions", "values", WindowRangeQuery.<String, String>withKey("k1"));
        ask(at, app, "sessions", "windows of sessions", ofKey("k1"));
    }

    /** All is committed, so that both levels show the same. */
    private static void levels(Scene at, KafkaStreams app) {
        for (IsolationLevel level : IsolationLevel.values()) {
            StateQueryRequest<String> request = StateQueryRequest.inStore("rows")
                    .withQuery(KeyQuery.<String, String>withKey("k1"))
                    .withIsolationLevel(level);
            at.note("asks for", request.isolationLevel());
            app.query(request)
                    .getPartitionResults()
                    .forEach((partition, answer) -> note(at, "at " + level, partition, answer));
            at.note(
                    "read at " + level,
                    QueryRows.sorted(app.store(StoreQueryParameters.fromNameAndType(
                                    "rows", QueryableStoreTypes.<String, String>keyValueStore()))
                            .readOnly(level)
                            .all()));
            at.note(
                    "windows at " + level,
                    QueryRows.sorted(app.store(StoreQueryParameters.fromNameAndType(
                                    "windows", QueryableStoreTypes.<String, String>windowStore()))
                            .readOnly(level)
                            .all()));
            at.note(
                    "sessions at " + level,
                    QueryRows.sorted(app.store(StoreQueryParameters.fromNameAndType(
                                    "sessions", QueryableStoreTypes.<String, String>sessionStore()))
                            .readOnly(level)
                            .fetch("k1")));
        }
    }

    private static <R> void ask(Scene at, KafkaStreams app, String store, String what, Query<R> query) {
        Map<Integer, QueryResult<R>> answers =
                app.query(StateQueryRequest.inStore(store).withQuery(query)).getPartitionResults();
        answers.forEach((partition, answer) -> note(at, store + ": " + what, partition, answer));
    }

    private static <R> void note(Scene at, String what, int partition, QueryResult<R> answer) {
        at.note(
                what + " in " + partition,
                answer.isFailure() ? answer.getFailureReason().name() : read(at, () -> text(answer.getResult())));
    }

    private static String read(Scene at, Supplier<String> text) {
        try {
            return text.get();
        } catch (RuntimeException failure) {
            return "throws " + at.place.plain(failure.getClass().getName());
        }
    }

    private static String text(Object answer) {
        return switch (answer) {
            case ReadOnlyRecord<?, ?> record -> record(record);
            case ReadOnlyRecordIterator<?, ?> records -> records(records);
            case KeyValueIterator<?, ?> rows -> rows(rows);
            case null, default -> String.valueOf(answer);
        };
    }

    /** Without a peek, at which Kafka Streams fails of windows and sessions with headers. */
    private static String rows(KeyValueIterator<?, ?> rows) {
        List<String> lines = new ArrayList<>();
        try (rows) {
            rows.forEachRemaining(row -> lines.add(row.key + "=" + row.value));
        }
        return lines.toString();
    }

    private static String records(ReadOnlyRecordIterator<?, ?> records) {
        List<String> lines = new ArrayList<>();
        try (records) {
            while (records.hasNext()) {
                lines.add(record(records.next()));
            }
        }
        return lines.toString();
    }

    private static String record(ReadOnlyRecord<?, ?> record) {
        String text =
                record.key() + "=" + record.value() + "@" + record.timestamp() + MarkedText.text(record.headers());
        try {
            record.headers().add("more", new byte[0]);
            return text + " and can be written";
        } catch (IllegalStateException readOnly) {
            return text;
        }
    }
}
