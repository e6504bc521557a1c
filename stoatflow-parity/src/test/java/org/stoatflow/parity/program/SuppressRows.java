package org.stoatflow.parity.program;

import static org.stoatflow.parity.program.OperatorRows.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;

/**
 * Tables whose updates are held back, also over a restart: buffers are restored from their changelogs. Under
 * at-least-once ours lets updates go when an epoch is complete, so most rows are exactly once.
 */
final class SuppressRows {
    private static final int RECORDS = 90;
    private static final Duration SIZE = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(4);

    private SuppressRows() {}

    static List<Row> rows() {
        List<Row> rows = List.of(
                Row.script("suppress until windows close, exactly once, restarted", SuppressRows::restarted)
                        .fed(SuppressRows::late)
                        .exactlyOnce()
                        .apart("restores", Difference.CHANGELOG_RECORDS),
                Row.dsl(
                                "suppress until a time limit",
                                (builder, at) -> builder.<String, String>table(at.in())
                                        .suppress(Suppressed.<String>untilTimeLimit(SIZE, BufferConfig.maxRecords(4))
                                                .withName("held"))
                                        .toStream()
                                        .to(at.out()))
                        .fed(SuppressRows::late)
                        .exactlyOnce(),
                Row.dsl("suppress, then group", SuppressRows::grouped)
                        .fed(at -> {
                            at.create("in", 1);
                            send(at, 1, 0, RECORDS);
                        })
                        .exactlyOnce(),
                Row.dsl(
                                "suppress without a changelog",
                                (builder, at) -> builder.<String, String>table(at.in())
                                        .suppress(Suppressed.untilTimeLimit(
                                                SIZE, BufferConfig.unbounded().withLoggingDisabled()))
                                        .toStream()
                                        .to(at.out()))
                        .fed(SuppressRows::late)
                        .exactlyOnce());
        rows.forEach(WindowStoreRows::kept);
        return rows;
    }

    private static void late(Scene at) {
        at.create("in", 2);
        send(at, 2, 0, RECORDS);
    }

    private static void send(Scene at, int partitions, int from, int to) {
        for (int i = from; i < to; i++) {
            long time = Feeds.BEGIN + i * 700L - (i % 7 == 3 ? 12_000 : i % 4 * 500);
            at.send("in", i % partitions, time, "k" + i % 6, i % 11 == 10 ? null : "w" + i);
        }
    }

    private static Topology windows(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        stream(builder, at)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .count(Materialized.with(Serdes.String(), Serdes.Long()))
                .suppress(Suppressed.untilWindowCloses(
                        BufferConfig.unbounded().withLoggingEnabled(Map.of("segment.bytes", "10000000"))))
                .toStream((key, count) -> key.key() + key.window().start())
                .mapValues(count -> "" + count)
                .to(at.out());
        return builder.build();
    }

    /** The latest record comes first after the start, since Kafka Streams has forgotten the time by then. */
    private static void restarted(Scene at) {
        at.feed();
        KafkaStreams first = at.started(windows(at));
        at.awaitCommitted(first);
        at.close(first);
        send(at, 2, RECORDS + 2, RECORDS + 30);
        at.flush();
        KafkaStreams second = at.started(windows(at));
        at.awaitCommitted(second);
        at.close(second);
    }

    /** Old values matter: what is let go is subtracted from its former group. */
    private static void grouped(StreamsBuilder builder, Scene at) {
        builder.<String, String>table(at.in())
                .suppress(Suppressed.untilTimeLimit(Duration.ofSeconds(2), BufferConfig.unbounded()))
                .groupBy(
                        (key, value) -> KeyValue.pair("g" + value.length(), value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(() -> "", (group, value, all) -> all + "+" + value, (group, value, all) -> all + "-" + value)
                .toStream()
                .to(at.out());
    }
}
