package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.streams.ClientInstanceIds;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsMetadata;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.RangeQuery;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.StateQueryResult;
import org.stoatflow.streams.query.TimestampedKeyQuery;
import org.stoatflow.streams.query.TimestampedRangeQuery;
import org.stoatflow.streams.query.VersionedKeyQuery;
import org.stoatflow.streams.query.WindowKeyQuery;
import org.stoatflow.streams.query.WindowRangeQuery;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.Stores;

/** Interactive queries, of both kinds, after the same input. */
final class QueryRows {
    private static final Instant BEGIN = Instant.ofEpochMilli(Feeds.BEGIN - 60_000);
    private static final Instant END = Instant.ofEpochMilli(Feeds.BEGIN + 120_000);

    private QueryRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (boolean memory : List.of(false, true)) {
            String kind = memory ? " in memory" : " on disk";
            rows.add(Row.script(
                    "query key-value stores" + kind,
                    at -> run(at, memory, app -> {
                        keyValue(at, app);
                        otherTypes(at, app);
                    })));
            rows.add(Row.script("query window stores" + kind, at -> run(at, memory, app -> windows(at, app))));
            rows.add(Row.script("query session stores" + kind, at -> run(at, memory, app -> sessions(at, app))));
            rows.add(Row.script("ask stores" + kind, at -> run(at, memory, app -> asked(at, app))));
        }
        rows.add(Row.script("query stores that are not there", QueryRows::missing));
        rows.add(Row.script("query who has a key", at -> run(at, false, app -> hosts(at, app)))
                .with("application.server", "here.example:7070"));
        rows.add(Row.script("query who has a key without an address", at -> run(at, false, app -> hosts(at, app))));
        rows.add(Row.script("ask for lags and ids of clients", QueryRows::lagsAndIds)
                .with("enable.metrics.push", "false"));
        rows.forEach(WindowStoreRows::kept);
        return rows;
    }

    private static Topology topology(Scene at, boolean memory) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> groups =
                builder.<String, String>stream(at.in()).groupByKey();
        groups.count(Materialized.as(
                memory ? Stores.inMemoryKeyValueStore("counts") : Stores.persistentTimestampedKeyValueStore("counts")));
        Duration kept = Duration.ofMinutes(10);
        Duration size = Duration.ofSeconds(20);
        groups.windowedBy(TimeWindows.ofSizeWithNoGrace(size))
                .count(Materialized.as(
                        memory
                                ? Stores.inMemoryWindowStore("windows", kept, size, false)
                                : Stores.persistentTimestampedWindowStore("windows", kept, size, false)));
        groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(9)))
                .count(Materialized.as(
                        memory
                                ? Stores.inMemorySessionStore("sessions", kept)
                                : Stores.persistentSessionStore("sessions", kept)));
        return builder.build(at.config());
    }

    private static void run(Scene at, boolean memory, Consumer<KafkaStreams> questions) {
        at.feed();
        KafkaStreams app = at.started(topology(at, memory));
        at.awaitCommitted(app);
        questions.accept(app);
        at.close(app);
    }

    /** The ends of changelogs differ, since transactions leave other marks in them; lags do not. */
    private static void lagsAndIds(Scene at) {
        run(at, false, app -> {
            app.allLocalStorePartitionLags()
                    .forEach((store, partitions) -> partitions.forEach((partition, lag) -> {
                        at.note("lag of " + store + " in " + partition, lag.offsetLag());
                        at.note("is at the end", lag.currentOffsetPosition() == lag.endOffsetPosition());
                    }));
            ClientInstanceIds ids = app.clientInstanceIds(Duration.ofSeconds(30));
            at.note("consumers", ids.consumerInstanceIds());
            at.note("producers", ids.producerInstanceIds());
            thrown(at, "admin", ids::adminInstanceId);
            thrown(at, "a negative limit", () -> app.clientInstanceIds(Duration.ofSeconds(-1)));
            app.close();
            at.note("lags after the end", app.allLocalStorePartitionLags());
            thrown(at, "ids after the end", () -> app.clientInstanceIds(Duration.ZERO));
        });
        KafkaStreams other = new KafkaStreams(topology(at, false), at.config());
        at.note("lags before the start", other.allLocalStorePartitionLags());
        thrown(at, "ids before the start", () -> other.clientInstanceIds(Duration.ZERO));
        other.close();
    }

    private static <T> T store(KafkaStreams app, String name, QueryableStoreType<T> type) {
        return app.store(StoreQueryParameters.fromNameAndType(name, type));
    }

    private static <T> T store(KafkaStreams app, String name, QueryableStoreType<T> type, int partition) {
        return app.store(StoreQueryParameters.fromNameAndType(name, type).withPartition(partition));
    }

    /** Rows of all partitions come in an order that nobody promises. */
    static <K, V> String sorted(KeyValueIterator<K, V> rows) {
        return listed(rows).stream().sorted().collect(Collectors.joining(", "));
    }

    private static <K, V> List<String> listed(KeyValueIterator<K, V> rows) {
        List<String> lines = new ArrayList<>();
        try (rows) {
            while (rows.hasNext()) {
                K peeked = rows.peekNextKey();
                KeyValue<K, V> row = rows.next();
                lines.add((peeked.equals(row.key) ? "" : peeked + " before ") + row.key + "=" + row.value);
            }
        }
        return lines;
    }

    private static void thrown(Scene at, String what, Supplier<?> action) {
        try {
            at.note(what, action.get());
        } catch (RuntimeException failure) {
            at.note(what, "throws " + at.place.plain(failure.getClass().getName()));
        }
    }

    // ---- stores

    private static void keyValue(Scene at, KafkaStreams app) {
        ReadOnlyKeyValueStore<String, Long> counts = store(app, "counts", QueryableStoreTypes.keyValueStore());
        for (String key : List.of("k0", "k5", "absent")) {
            at.note("get " + key, counts.get(key));
        }
        at.note("all", sorted(counts.all()));
        at.note("range", sorted(counts.range("k1", "k3")));
        at.note("open range", sorted(counts.range(null, "k3")));
        at.note("reverse", sorted(counts.reverseRange("k1", null)));
        at.note("prefix", sorted(counts.prefixScan("k", new StringSerializer())));
        thrown(at, "null", () -> counts.get(null));
        thrown(at, "use after close", () -> {
            KeyValueIterator<String, Long> rows = counts.all();
            rows.close();
            return rows.hasNext();
        });
        at.note(
                "timestamps",
                sorted(store(app, "counts", QueryableStoreTypes.timestampedKeyValueStore())
                        .all()));
        for (int partition = 0; partition < 2; partition++) {
            ReadOnlyKeyValueStore<String, Long> one =
                    store(app, "counts", QueryableStoreTypes.keyValueStore(), partition);
            at.note("in partition " + partition, listed(one.all()) + " " + listed(one.reverseAll()) + one.get("k1"));
        }
    }

    private static void otherTypes(Scene at, KafkaStreams app) {
        thrown(
                at,
                "counts as windows",
                () -> store(app, "counts", QueryableStoreTypes.<String, Long>windowStore())
                        .all());
        thrown(
                at,
                "windows as counts",
                () -> store(app, "windows", QueryableStoreTypes.<String, Long>keyValueStore())
                        .all());
        thrown(
                at,
                "sessions with timestamps",
                () -> store(app, "sessions", QueryableStoreTypes.<String, Long>timestampedKeyValueStore())
                        .all());
        thrown(
                at,
                "partition 7",
                () -> store(app, "counts", QueryableStoreTypes.<String, Long>keyValueStore(), 7)
                        .get("k0"));
        thrown(at, "unknown", () -> store(app, "unknown", QueryableStoreTypes.<String, Long>keyValueStore()));
    }

    private static void windows(Scene at, KafkaStreams app) {
        ReadOnlyWindowStore<String, Long> windows = store(app, "windows", QueryableStoreTypes.windowStore());
        at.note("of a key", listed(windows.fetch("k1", BEGIN, END)));
        at.note("backward", listed(windows.backwardFetch("k1", BEGIN, END)));
        at.note("none", listed(windows.fetch("absent", BEGIN, END)));
        at.note("one", windows.fetch("k1", Feeds.BEGIN / 20_000 * 20_000));
        at.note("one that is not there", windows.fetch("k1", 20_000));
        at.note("of keys", sorted(windows.fetch("k1", "k3", BEGIN, END)));
        at.note("all", sorted(windows.all()));
        at.note("in time", sorted(windows.fetchAll(Instant.ofEpochMilli(Feeds.BEGIN), END)));
        at.note(
                "timestamps",
                listed(store(app, "windows", QueryableStoreTypes.<String, Long>timestampedWindowStore())
                        .fetch("k2", BEGIN, END)));
        for (int partition = 0; partition < 2; partition++) {
            ReadOnlyWindowStore<String, Long> one = store(app, "windows", QueryableStoreTypes.windowStore(), partition);
            at.note("in partition " + partition, listed(one.all()) + " " + listed(one.backwardAll()));
        }
    }

    private static void sessions(Scene at, KafkaStreams app) {
        ReadOnlySessionStore<String, Long> sessions = store(app, "sessions", QueryableStoreTypes.sessionStore());
        at.note("of a key", listed(sessions.fetch("k1")));
        at.note("backward", listed(sessions.backwardFetch("k1")));
        at.note("found", listed(sessions.findSessions("k1", BEGIN.toEpochMilli(), END.toEpochMilli())));
        at.note("none", listed(sessions.fetch("absent")));
        for (int partition = 0; partition < 2; partition++) {
            ReadOnlySessionStore<String, Long> one =
                    store(app, "sessions", QueryableStoreTypes.sessionStore(), partition);
            at.note("in partition " + partition, listed(one.fetch("k0", "k9")));
            at.note("session in " + partition, one.fetchSession("k1", Feeds.BEGIN, Feeds.BEGIN));
        }
    }

    // ---- queries as objects

    private static <R> void ask(Scene at, KafkaStreams app, String store, String what, Query<R> query) {
        say(at, what, app.query(StateQueryRequest.inStore(store).withQuery(query)));
    }

    private static <R> void say(Scene at, String what, StateQueryResult<R> result) {
        result.getPartitionResults().forEach((partition, answer) -> {
            String text = answer.isFailure()
                    ? answer.getFailureReason() + answer.getFailureMessage().replaceFirst("(?s)^.*?(?=because |$)", "")
                    : answer.getResult() instanceof KeyValueIterator<?, ?> rows
                            ? listed(rows).toString()
                            : String.valueOf(answer.getResult());
            at.note(what + " in " + partition, text);
        });
    }

    private static void asked(Scene at, KafkaStreams app) {
        ask(at, app, "counts", "key", KeyQuery.<String, Long>withKey("k1"));
        ask(at, app, "counts", "absent key", KeyQuery.<String, Long>withKey("absent"));
        ask(
                at,
                app,
                "counts",
                "uncached key",
                KeyQuery.<String, Long>withKey("k2").skipCache());
        ask(at, app, "counts", "key with time", TimestampedKeyQuery.<String, Long>withKey("k1"));
        ask(at, app, "counts", "range", RangeQuery.<String, Long>withRange("k1", "k4"));
        ask(at, app, "counts", "from below", RangeQuery.<String, Long>withLowerBound("k3"));
        ask(
                at,
                app,
                "counts",
                "downward",
                RangeQuery.<String, Long>withNoBounds().withDescendingKeys());
        ask(at, app, "counts", "range with times", TimestampedRangeQuery.<String, Long>withUpperBound("k2"));
        ask(at, app, "counts", "windows of counts", WindowKeyQuery.withKeyAndWindowStartRange("k1", BEGIN, END));
        ask(at, app, "counts", "versions", VersionedKeyQuery.<String, Long>withKey("k1"));
        ask(at, app, "windows", "windows", WindowKeyQuery.withKeyAndWindowStartRange("k1", BEGIN, END));
        ask(at, app, "windows", "all windows", WindowRangeQuery.withWindowStartRange(BEGIN, END));
        ask(at, app, "windows", "windows of a key", WindowRangeQuery.<String, Long>withKey("k1"));
        ask(at, app, "windows", "key of windows", KeyQuery.<String, Long>withKey("k1"));
        ask(at, app, "sessions", "sessions of a key", WindowRangeQuery.<String, Long>withKey("k1"));
        ask(at, app, "sessions", "sessions in time", WindowRangeQuery.withWindowStartRange(BEGIN, END));
        ask(at, app, "counts", "a query of one's own", new Query<String>() {});
        requests(at, app);
    }

    private static void requests(Scene at, KafkaStreams app) {
        StateQueryRequest<Long> key =
                StateQueryRequest.inStore("counts").withQuery(KeyQuery.<String, Long>withKey("k1"));
        say(at, "one partition", app.query(key.withPartitions(Set.of(1))));
        say(at, "a partition too many", app.query(key.withPartitions(Set.of(0, 9))));
        say(at, "active", app.query(key.requireActive()));
        StateQueryResult<Long> seen = app.query(key.enableExecutionInfo());
        at.note("explained", !seen.getOnlyPartitionResult().getExecutionInfo().isEmpty());
        Position position = seen.getPosition();
        at.note(
                "position",
                position.getTopics().stream().map(at.place::plain).toList() + " "
                        + position.getPartitionPositions(at.in()).keySet());
        say(at, "at the position", app.query(key.withPositionBound(PositionBound.at(position))));
        Position later =
                Position.emptyPosition().withComponent(at.in(), 0, 1_000_000).withComponent(at.in(), 1, 1_000_000);
        say(at, "later", app.query(key.withPositionBound(PositionBound.at(later))));
        Position half = Position.emptyPosition().withComponent(at.in(), 0, 1_000_000);
        say(at, "later in a partition", app.query(key.withPositionBound(PositionBound.at(half))));
        Position other = Position.emptyPosition().withComponent("other", 0, 1);
        say(at, "of another topic", app.query(key.withPositionBound(PositionBound.at(other))));
        QueryResult<Long> only = seen.getOnlyPartitionResult();
        at.note("only", only.getResult());
    }

    // ---- metadata

    private static void hosts(Scene at, KafkaStreams app) {
        app.metadataForAllStreamsClients().forEach(client -> at.note("client", said(at, client)));
        app.streamsMetadataForStore("counts").forEach(client -> at.note("has counts", said(at, client)));
        at.note("has another", app.streamsMetadataForStore("other").size());
        for (String key : List.of("k0", "k1", "k2", "any")) {
            at.note("key " + key, app.queryMetadataForKey("counts", key, new StringSerializer()));
        }
        StreamPartitioner<String, Object> last = new StreamPartitioner<>() {
            @Deprecated
            @Override
            public Optional<Set<Integer>> partitions(String topic, String key, Object value, int numPartitions) {
                at.note("asked", at.place.plain(topic) + " " + key + " " + value + " " + numPartitions);
                return Optional.of(Set.of(numPartitions - 1));
            }
        };
        at.note("last", app.queryMetadataForKey("windows", "k0", last));
        Headers headers = new RecordHeaders().add("h", new byte[] {'1'});
        at.note("with headers", app.queryMetadataForKey("counts", "k1", headers, new MarkedText("m").serializer()));
        at.note("last, with headers", app.queryMetadataForKey("windows", "k0", headers, last));
        at.note("key of another", app.queryMetadataForKey("other", "k0", new StringSerializer()));
        thrown(at, "no key", () -> app.queryMetadataForKey("counts", null, new StringSerializer()));
        app.metadataForLocalThreads().forEach(thread -> {
            at.note("thread", thread.threadState());
            at.note(
                    "tasks",
                    thread.activeTasks().stream()
                            .map(task -> task.taskId() + " "
                                    + at.place.plain(task.topicPartitions().toString()))
                            .sorted()
                            .toList());
        });
    }

    private static String said(Scene at, StreamsMetadata client) {
        return client.hostInfo() + " " + client.host() + client.port() + " " + new TreeSet<>(client.stateStoreNames())
                + " "
                + client.topicPartitions().stream()
                        .map(each -> at.place.plain(each.toString()))
                        .sorted()
                        .toList()
                + client.standbyStateStoreNames() + client.standbyTopicPartitions();
    }

    // ---- what is not there

    private static void missing(Scene at) {
        at.feed();
        KafkaStreams app = at.made(topology(at, false));
        questionsOutside(at, app, "before");
        app.start();
        at.awaitCommitted(app);
        ReadOnlyKeyValueStore<String, Long> counts = store(app, "counts", QueryableStoreTypes.keyValueStore());
        thrown(
                at,
                "unknown",
                () -> app.query(StateQueryRequest.inStore("unknown").withQuery(KeyQuery.<String, Long>withKey("k1"))));
        at.close(app);
        questionsOutside(at, app, "after");
        thrown(at, "a store of before", () -> counts.get("k1"));
    }

    private static void questionsOutside(Scene at, KafkaStreams app, String when) {
        thrown(at, when + " a store", () -> store(app, "counts", QueryableStoreTypes.<String, Long>keyValueStore()));
        thrown(
                at,
                when + " an unknown store",
                () -> store(app, "x", QueryableStoreTypes.<String, Long>keyValueStore()));
        thrown(
                at,
                when + " a question",
                () -> app.query(StateQueryRequest.inStore("counts").withQuery(KeyQuery.<String, Long>withKey("k1"))));
    }
}
