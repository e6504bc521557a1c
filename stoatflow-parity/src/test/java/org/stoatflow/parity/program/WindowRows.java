package org.stoatflow.parity.program;

import static org.stoatflow.parity.program.OperatorRows.stream;
import static org.stoatflow.parity.program.OperatorRows.word;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.WindowStore;

/** Windowed aggregations: each kind of windows, on update and on close, with and without a cache. */
final class WindowRows {
    private static final String EMIT_INTERVAL = "__emit.interval.ms.kstreams.windowed.aggregation__";
    private static final int RECORDS = 80;
    private static final Duration SIZE = Duration.ofSeconds(4);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

    /** So long that Kafka Streams loses no window before it has forwarded it. */
    private static final Duration RETENTION = Duration.ofHours(1);

    private WindowRows() {}

    private enum Kind {
        TUMBLING,
        HOPPING,
        SLIDING,
        SESSIONS,
        UNLIMITED;

        boolean closes() {
            return this != UNLIMITED;
        }

        String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            rows.add(Row.topology(kind.words() + " windows", at -> program(at, kind, false))
                    .fed(WindowRows::late));
            rows.add(Row.script(kind.words() + " windows, cached", at -> untilSeen(at, program(at, kind, false)))
                    .fed(WindowRows::late)
                    .with("statestore.cache.max.bytes", 1_000_000)
                    .with("commit.interval.ms", 60_000));
            if (kind.closes()) {
                rows.add(Row.topology(kind.words() + " windows on close", at -> program(at, kind, true))
                        .fed(WindowRows::late)
                        .with(EMIT_INTERVAL, 0));
            }
        }
        rows.add(Row.script("tumbling windows, restarted", at -> restarted(at, false))
                .fed(WindowRows::late)
                .apart("restores", Difference.CHANGELOG_RECORDS));
        rows.add(Row.script("tumbling windows on close, restarted", at -> restarted(at, true))
                .fed(WindowRows::late)
                .with(EMIT_INTERVAL, 0)
                .apart("restores", Difference.CHANGELOG_RECORDS));
        rows.add(Row.dsl("tumbling windows of a new key", (b, at) -> ofNewKey(b, at, GRACE.plusHours(1))));
        rows.add(Row.dsl("tumbling windows, exactly once", (b, at) -> ofNewKey(b, at, GRACE.plusHours(1)))
                .exactlyOnce());
        rows.add(Row.dsl("windows of two streams", WindowRows::ofTwo).fed(WindowRows::twoTopics));
        rows.forEach(WindowStoreRows::kept);
        return rows;
    }

    /** Two partitions; each key in one of them, some keys and values missing, and each seventh record late. */
    private static void late(Scene at) {
        at.create("in", 2);
        send(at, 0, RECORDS);
    }

    /** Topics {@code in} and {@code more}, by turns. */
    private static void twoTopics(Scene at) {
        at.create("in", 2);
        at.create("more", 2);
        for (int i = 0; i < RECORDS; i++) {
            String key = "k" + i % 6;
            at.send("in", i % 2, Feeds.BEGIN + i * 1000L, key, "a" + i);
            at.send("more", i % 2, Feeds.BEGIN + i * 1000L + 500, key, "b" + i);
        }
    }

    private static void send(Scene at, int from, int to) {
        for (int i = from; i < to; i++) {
            String key = i % 16 >= 14 ? null : "k" + i % 6;
            long time = Feeds.BEGIN + i * 700L - (i % 7 == 3 ? 12_000 : i % 4 * 500);
            at.send("in", i % 2, time, key, i % 11 == 10 ? null : "w" + i);
        }
    }

    private static Topology program(Scene at, Kind kind, boolean onClose) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped = stream(builder, at)
                .peek((key, value) -> at.note("seen", ""))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        EmitStrategy emit = onClose ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate();
        KTable<Windowed<String>, String> table = switch (kind) {
            case TUMBLING -> joined(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE)), emit);
            case HOPPING ->
                joined(
                        grouped.windowedBy(
                                TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(Duration.ofMillis(1500))),
                        emit);
            case SLIDING -> joined(grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE)), emit);
            case SESSIONS -> joined(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(SIZE, GRACE)), emit);
            case UNLIMITED -> joined(grouped.windowedBy(UnlimitedWindows.of()), emit, FOREVER);
        };
        table.toStream().to(at.out());
        return builder.build();
    }

    private static KTable<Windowed<String>, String> joined(
            TimeWindowedKStream<String, String> windowed, EmitStrategy emit) {
        return joined(windowed, emit, RETENTION);
    }

    private static KTable<Windowed<String>, String> joined(
            TimeWindowedKStream<String, String> windowed, EmitStrategy emit, Duration retention) {
        return windowed.emitStrategy(emit)
                .aggregate(
                        () -> "",
                        (key, value, all) -> all + value,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("joined")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String())
                                .withRetention(retention));
    }

    private static KTable<Windowed<String>, String> joined(
            SessionWindowedKStream<String, String> windowed, EmitStrategy emit) {
        return windowed.emitStrategy(emit)
                .aggregate(
                        () -> "",
                        (key, value, all) -> all + value,
                        (key, one, other) -> one + "&" + other,
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as("joined")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String())
                                .withRetention(RETENTION));
    }

    /** Closed once all is processed, so that caches are flushed once. */
    private static void untilSeen(Scene at, Topology topology) {
        at.feed();
        KafkaStreams app = at.started(topology);
        if (app != null) {
            at.awaitNoted(app, "seen", RECORDS);
            at.close(app);
        }
    }

    /** The latest record comes first after the start, since Kafka Streams has forgotten the time by then. */
    private static void restarted(Scene at, boolean onClose) {
        at.feed();
        KafkaStreams first = at.started(program(at, Kind.TUMBLING, onClose));
        at.awaitCommitted(first);
        at.close(first);
        send(at, RECORDS + 1, RECORDS + 30);
        at.flush();
        KafkaStreams second = at.started(program(at, Kind.TUMBLING, onClose));
        at.awaitCommitted(second);
        at.close(second);
    }

    private static void ofNewKey(StreamsBuilder builder, Scene at, Duration grace) {
        stream(builder, at)
                .groupBy((key, value) -> word(value), Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, grace))
                .count()
                .toStream((key, count) -> key.key() + key.window().start())
                .mapValues(count -> "" + count)
                .to(at.out());
    }

    private static void ofTwo(StreamsBuilder builder, Scene at) {
        stream(builder, at)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .<String>cogroup((key, value, all) -> "" + (all.length() + value.length()))
                .cogroup(
                        builder.<String, String>stream(at.topic("more"))
                                .groupByKey(Grouped.with(Serdes.String(), Serdes.String())),
                        (key, value, all) -> all + value)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofHours(10)))
                .aggregate(() -> "")
                .toStream((key, value) -> key.key())
                .to(at.out());
    }
}
