package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.MultiVersionedKeyQuery;
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
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Questions that a store answers otherwise than most, or refuses. */
final class QuestionRows {
    private static final Instant BEGIN = Instant.ofEpochMilli(Feeds.BEGIN - 60_000);
    private static final Instant END = Instant.ofEpochMilli(Feeds.BEGIN + 120_000);
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration SIZE = Duration.ofSeconds(20);
    private static final int WAIT_S = 60;

    private QuestionRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.script("ask stores over suppliers without timestamps", QuestionRows::withoutTimestamps));
        rows.add(Row.script("scan windows that are forwarded when they close", QuestionRows::scan)
                .apart("notes", Difference.SCANNED_BY_KEY));
        rows.add(Row.script("ask for a key's windows and sessions wrongly", QuestionRows::ofOneKey));
        rows.add(Row.script("ask versioned stores", QuestionRows::versions));
        rows.add(Row.script("ask versioned stores behind their history", QuestionRows::behindHistory));
        rows.add(Row.script("ask a user's store that is not open yet", QuestionRows::unopened));
        rows.forEach(WindowStoreRows::kept);
        return rows;
    }

    private static void run(Scene at, Topology topology, Consumer<KafkaStreams> questions) {
        at.feed();
        KafkaStreams app = at.started(topology);
        at.awaitCommitted(app);
        questions.accept(app);
        at.close(app);
    }

    // ---- suppliers

    private static void withoutTimestamps(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> groups =
                builder.<String, String>stream(at.in()).groupByKey();
        groups.count(Materialized.as(Stores.persistentKeyValueStore("counts")));
        Map<String, WindowBytesStoreSupplier> suppliers = Map.of(
                "plain windows", Stores.persistentWindowStore("plain", KEPT, SIZE, false),
                "timed windows", Stores.persistentTimestampedWindowStore("timed", KEPT, SIZE, false),
                "windows in memory", Stores.inMemoryWindowStore("memory", KEPT, SIZE, false));
        suppliers
                .values()
                .forEach(supplier ->
                        groups.windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE)).count(Materialized.as(supplier)));
        run(at, builder.build(), app -> {
            suppliers.forEach((what, supplier) -> {
                ask(at, app, supplier.name(), what, WindowKeyQuery.withKeyAndWindowStartRange("k1", BEGIN, END));
                ask(at, app, supplier.name(), what + " of all", WindowRangeQuery.withWindowStartRange(BEGIN, END));
            });
            ask(at, app, "counts", "count", KeyQuery.<String, Long>withKey("k1"));
            ask(at, app, "counts", "count with time", TimestampedKeyQuery.<String, Long>withKey("k1"));
            ask(at, app, "counts", "counts", RangeQuery.<String, Long>withNoBounds());
            ask(at, app, "counts", "counts with times", TimestampedRangeQuery.<String, Long>withNoBounds());
        });
    }

    // ---- all windows

    private static void scan(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in())
                .groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, Duration.ofHours(1)))
                .emitStrategy(EmitStrategy.onWindowClose())
                .count(Materialized.as("windows"));
        run(at, builder.build(), app -> {
            ReadOnlyWindowStore<String, Long> windows = app.store(
                    StoreQueryParameters.fromNameAndType("windows", QueryableStoreTypes.<String, Long>windowStore())
                            .withPartition(0));
            List<Object> found = new ArrayList<>();
            try (KeyValueIterator<Windowed<String>, Long> all = windows.all()) {
                all.forEachRemaining(found::add);
            }
            at.note("windows in order", found);
        });
    }

    // ---- one key

    private static void ofOneKey(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> groups =
                builder.<String, String>stream(at.in()).groupByKey();
        groups.windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE)).count(Materialized.as("windows"));
        groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(9)))
                .count(Materialized.as("sessions"));
        run(at, builder.build(), app -> {
            ReadOnlyWindowStore<String, Long> windows =
                    app.store(StoreQueryParameters.fromNameAndType("windows", QueryableStoreTypes.windowStore()));
            ReadOnlySessionStore<String, Long> sessions =
                    app.store(StoreQueryParameters.fromNameAndType("sessions", QueryableStoreTypes.sessionStore()));
            asked(at, "windows from the beginning of time", () -> windows.fetch("k1", Instant.MIN, END));
            asked(at, "windows to the end of time", () -> windows.backwardFetch("k1", BEGIN, Instant.MAX));
            asked(at, "windows from nowhere", () -> windows.fetch("k1", null, END));
            asked(at, "windows of no key", () -> windows.fetch(null, BEGIN, END));
            asked(at, "windows", () -> windows.fetch("k1", BEGIN, END));
            asked(at, "sessions of no key", () -> sessions.fetch(null));
            asked(at, "sessions", () -> sessions.backwardFetch("k1"));
        });
    }

    /** Rows are not looked at: what is thrown at the question itself. */
    private static void asked(Scene at, String what, Supplier<? extends KeyValueIterator<?, ?>> question) {
        try (KeyValueIterator<?, ?> rows = question.get()) {
            at.note(what, rows == null ? "nothing" : "answered");
        } catch (RuntimeException failure) {
            at.note(what, "throws " + at.place.plain(failure.getClass().getName()));
        }
    }

    // ---- versions

    private static void versions(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table(
                at.in(), Materialized.as(Stores.persistentVersionedKeyValueStore("versions", KEPT)));
        run(at, builder.build(), app -> {
            ask(at, app, "versions", "newest", VersionedKeyQuery.<String, String>withKey("k1"));
            ask(at, app, "versions", "absent", VersionedKeyQuery.<String, String>withKey("absent"));
            ask(
                    at,
                    app,
                    "versions",
                    "before all",
                    VersionedKeyQuery.<String, String>withKey("k1").asOf(BEGIN));
            MultiVersionedKeyQuery<String, String> all = MultiVersionedKeyQuery.withKey("k1");
            ask(at, app, "versions", "all", all.withAscendingTimestamps());
            ask(at, app, "versions", "reversed", all.fromTime(END).toTime(BEGIN));
            ask(at, app, "versions", "of a moment", all.fromTime(END).toTime(END));
            ask(at, app, "versions", "key", KeyQuery.<String, String>withKey("k1"));
            ask(at, app, "versions", "range", RangeQuery.<String, String>withNoBounds());
            ask(at, app, "versions", "windows", WindowKeyQuery.withKeyAndWindowStartRange("k1", BEGIN, END));
        });
    }

    /** The input covers a minute. What a key's newest version was then, is shown however old it is. */
    private static void behindHistory(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>table(
                at.in(), Materialized.as(Stores.persistentVersionedKeyValueStore("versions", Duration.ofSeconds(20))));
        run(at, builder.build(), app -> {
            for (int seconds = -5; seconds <= 65; seconds += 5) {
                Instant then = Instant.ofEpochMilli(Feeds.BEGIN).plusSeconds(seconds);
                for (String key : List.of("k0", "k1", "k5")) {
                    String what = key + " at " + seconds;
                    ask(
                            at,
                            app,
                            "versions",
                            what,
                            VersionedKeyQuery.<String, String>withKey(key).asOf(then));
                    MultiVersionedKeyQuery<String, String> all = MultiVersionedKeyQuery.withKey(key);
                    ask(
                            at,
                            app,
                            "versions",
                            what + " and before",
                            all.toTime(then).withAscendingTimestamps());
                    ask(
                            at,
                            app,
                            "versions",
                            what + " and after",
                            all.fromTime(then).withDescendingTimestamps());
                }
            }
        });
    }

    private static <R> void ask(Scene at, KafkaStreams app, String store, String what, Query<R> query) {
        try {
            app.query(StateQueryRequest.inStore(store).withQuery(query))
                    .getPartitionResults()
                    .forEach((partition, answer) -> at.note(what + " in " + partition, text(answer)));
        } catch (RuntimeException failure) {
            at.note(what, "throws " + at.place.plain(failure.getClass().getName()));
        }
    }

    private static String text(QueryResult<?> answer) {
        if (answer.isFailure()) {
            return answer.getFailureReason().name();
        }
        if (answer.getResult() instanceof Iterator<?> rows) {
            List<Object> found = new ArrayList<>();
            rows.forEachRemaining(found::add);
            return found.toString();
        }
        return String.valueOf(answer.getResult());
    }

    // ---- stores that are not open

    /** Both kinds of users' stores are asked while the first of them is in its init. */
    private static void unopened(Scene at) {
        at.feed();
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in()).groupByKey().count(Materialized.as(slow("counts", opening, asked)));
        builder.addStateStore(new OwnStores("tallies", told -> {}));
        builder.<String, String>stream(at.topic("in")).process(Ignoring::new, "tallies");
        KafkaStreams app = at.made(builder.build());
        app.start();
        try {
            at.note("is opening", opening.await(WAIT_S, TimeUnit.SECONDS));
            for (String store : List.of("counts", "tallies")) {
                StateQueryRequest<?> request =
                        StateQueryRequest.inStore(store).withQuery(KeyQuery.<String, Long>withKey("k1"));
                answers(at, store + " in all partitions", () -> app.query(request));
                answers(at, store + " in one", () -> app.query(request.withPartitions(Set.of(1))));
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        } finally {
            asked.countDown();
        }
        at.awaitCommitted(app);
        at.close(app);
    }

    private static final class Ignoring extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            // the store is all that matters
        }
    }

    private static void answers(Scene at, String what, Supplier<StateQueryResult<?>> question) {
        try {
            StateQueryResult<?> result = question.get();
            at.note(what, result.getPartitionResults().size());
            result.getPartitionResults().forEach((partition, answer) -> at.note(what + partition, text(answer)));
        } catch (RuntimeException failure) {
            at.note(what, "throws " + at.place.plain(failure.getClass().getName()));
        }
    }

    private static KeyValueBytesStoreSupplier slow(String name, CountDownLatch opening, CountDownLatch asked) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new TreeStore(name, false, told -> {}) {
                    @Override
                    public void init(StateStoreContext context, StateStore root) {
                        opening.countDown();
                        try {
                            if (!asked.await(WAIT_S, TimeUnit.SECONDS)) {
                                throw new IllegalStateException("nobody has asked");
                            }
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                        super.init(context, root);
                    }
                };
            }

            @Override
            public String metricsScope() {
                return "tree";
            }
        };
    }
}
