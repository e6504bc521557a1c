package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/** Operators of several tables, and of a table and a stream: joins, and aggregations of regrouped tables. */
final class TableRows {
    private static final int RECORDS = 120;
    private static final int LENGTH_MAX = 60;

    private TableRows() {}

    /** A program of the tables of both topics. */
    private interface Program {
        void build(KTable<String, String> left, KTable<String, String> right, Scene at);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(joins(""));
        joins(", by partition").forEach(row -> rows.add(row.with("stoatflow.affinity", "PARTITION")));
        joins(", exactly once").forEach(row -> rows.add(row.exactlyOnce()));
        rows.addAll(restartsAndCaches());
        rows.addAll(partitionCounts());
        rows.addAll(joinsOfStreams());
        rows.addAll(groups());
        return rows;
    }

    // ---- joins of tables

    private static List<Row> joins(String how) {
        return List.of(
                tables(
                        "tables joined" + how,
                        (left, right, at) ->
                                left.join(right, TableRows::both).toStream().to(at.out())),
                tables(
                        "tables left-joined into a store" + how,
                        (left, right, at) -> left.leftJoin(right, TableRows::both, Materialized.as("joined"))
                                .toStream()
                                .to(at.out())),
                tables(
                        "tables outer-joined" + how,
                        (left, right, at) -> left.outerJoin(
                                        right, TableRows::both, Named.as("both"), Materialized.as("joined"))
                                .filter((k, v) -> v.length() % 3 != 0)
                                .toStream()
                                .to(at.out())),
                tables("table joined with tables that are not kept" + how, (left, right, at) -> {
                    KTable<String, String> some =
                            right.filter((k, v) -> !v.contains("1")).mapValues(v -> v + "!");
                    left.outerJoin(some, TableRows::both)
                            .leftJoin(left, TableRows::both)
                            .toStream()
                            .to(at.out());
                }));
    }

    private static Row tables(String name, Program program) {
        return Row.dsl(
                        name,
                        (b, at) ->
                                program.build(b.table(at.in(), Materialized.as("left")), b.table(at.topic("more")), at))
                .fed(TableRows::updates);
    }

    private static String both(String left, String right) {
        String both = left + "&" + right;
        return both.hashCode() % 7 == 0 ? null : both.substring(0, Math.min(both.length(), LENGTH_MAX));
    }

    private static void updates(Scene scene) {
        scene.create("in", 2);
        scene.create("more", 2);
        some(scene, 0, RECORDS);
    }

    /** Updates and deletions of six keys in both topics, some without a key. No two have the same time. */
    private static void some(Scene scene, int from, int to) {
        Random random = new Random(from);
        for (int i = from; i < to; i++) {
            int key = random.nextInt(6);
            scene.send(
                    random.nextBoolean() ? "in" : "more",
                    key % 2,
                    Feeds.BEGIN + i * 1000L - random.nextInt(4) * 1500L,
                    random.nextInt(15) == 0 ? null : "k" + key,
                    random.nextInt(5) == 0 ? null : "w" + random.nextInt(5) + " " + i);
        }
    }

    // ---- restarts and caches

    private static List<Row> restartsAndCaches() {
        return List.of(
                Row.script("tables joined before and after a restart", TableRows::restarted),
                Row.script("tables joined before and after a restart, exactly once", TableRows::restarted)
                        .exactlyOnce(),
                cached("tables outer-joined with caches", (left, right) -> left.outerJoin(right, TableRows::both)),
                cached(
                        "tables left-joined into a store, with caches",
                        (left, right) -> left.leftJoin(right, TableRows::both, Materialized.as("joined"))));
    }

    private static void restarted(Scene at) {
        at.createOutput("out", 2, Map.of());
        at.create("in", 2);
        at.create("more", 2);
        for (int run = 0; run < 2; run++) {
            some(at, run * RECORDS, (run + 1) * RECORDS);
            at.flush();
            StreamsBuilder builder = new StreamsBuilder();
            builder.<String, String>table(at.in())
                    .outerJoin(builder.table(at.topic("more")), TableRows::both)
                    .toStream()
                    .to(at.out());
            KafkaStreams app = at.started(builder.build());
            at.awaitCommitted(app);
            at.close(app);
            at.restores.clear(); // what a restart restores differs
        }
    }

    /** Everything goes out in one commit, at the end, since the interval is long. */
    private static Row cached(
            String name, BiFunction<KTable<String, String>, KTable<String, String>, KTable<String, String>> program) {
        return Row.script(name, at -> {
                    at.createOutput("out", 2, Map.of());
                    updates(at);
                    at.flush();
                    StreamsBuilder builder = new StreamsBuilder();
                    program.apply(noted(builder, at, at.in()), noted(builder, at, at.topic("more")))
                            .toStream()
                            .to(at.out());
                    KafkaStreams app = at.started(builder.build());
                    at.awaitNoted(app, "seen", RECORDS);
                    at.close(app);
                })
                .with("statestore.cache.max.bytes", 10_000_000)
                .with("commit.interval.ms", 600_000);
    }

    private static KTable<String, String> noted(StreamsBuilder builder, Scene at, String topic) {
        return builder.<String, String>stream(topic)
                .peek((k, v) -> at.note("seen", "one"))
                .toTable();
    }

    // ---- numbers of partitions

    private static List<Row> partitionCounts() {
        return List.of(
                Row.dsl(
                                "tables of unequal topics joined",
                                (b, at) -> b.<String, String>table(at.in())
                                        .join(b.table(at.topic("more")), TableRows::both)
                                        .toStream()
                                        .to(at.out()))
                        .fed(at -> unequal(at)),
                Row.dsl("tables of unequal topics joined beside a repartition", (b, at) -> {
                            b.<String, String>table(at.in())
                                    .join(b.table(at.topic("more")), TableRows::both)
                                    .toStream()
                                    .to(at.out());
                            b.stream(at.topic("third")).repartition().to(at.out());
                        })
                        .fed(at -> {
                            unequal(at);
                            at.create("third", 1);
                        })
                        .untilEnded(),
                Row.dsl(
                                "declared repartition joined with another number",
                                (b, at) -> b.<String, String>stream(at.in())
                                        .repartition(Repartitioned.numberOfPartitions(5))
                                        .toTable()
                                        .join(b.table(at.topic("more")), TableRows::both)
                                        .toStream()
                                        .to(at.out()))
                        .fed(at -> unequal(at))
                        .untilEnded(),
                Row.dsl(
                                "declared repartitions of unequal numbers joined",
                                (b, at) -> b.<String, String>stream(at.in())
                                        .repartition(Repartitioned.numberOfPartitions(5))
                                        .toTable()
                                        .join(
                                                b.<String, String>stream(at.topic("more"))
                                                        .repartition(Repartitioned.numberOfPartitions(3))
                                                        .toTable(),
                                                TableRows::both)
                                        .toStream()
                                        .to(at.out()))
                        .fed(at -> unequal(at))
                        .untilEnded());
    }

    private static void unequal(Scene at) {
        at.create("in", 2);
        at.create("more", 3);
        some(at, 0, RECORDS);
        at.send("more", 2, Feeds.BEGIN, "alone", "w"); // Kafka Streams commits nothing of a partition without records
    }

    // ---- joins of a stream with a table

    private static List<Row> joinsOfStreams() {
        return List.of(
                stream("stream joined with a table", (in, table) -> in.join(table, TableRows::both)),
                stream("stream left-joined with a table", (in, table) -> in.leftJoin(table, TableRows::both)),
                stream(
                        "stream joined with a table and key",
                        (in, table) -> in.join(table, (key, x, y) -> both(key + x, y))),
                stream(
                        "stream with new keys left-joined with a table",
                        (in, table) -> in.selectKey((k, v) -> v == null || v.contains("3") ? null : k)
                                .leftJoin(table.mapValues(v -> v + "!"), TableRows::both)));
    }

    /** The table is complete before the stream's first record: through a repartition, the order is not certain. */
    private static Row stream(
            String name, BiFunction<KStream<String, String>, KTable<String, String>, KStream<String, String>> program) {
        return Row.dsl(
                        name,
                        (b, at) -> program.apply(b.stream(at.in()), b.table(at.topic("more")))
                                .to(at.out()))
                .fed(at -> {
                    at.create("in", 2);
                    at.create("more", 2);
                    for (int i = 0; i < RECORDS; i++) {
                        String topic = i < RECORDS / 2 ? "more" : "in";
                        String value = i % 7 == 0 ? null : "w" + i % 5 + " " + i;
                        at.send(topic, i % 6 % 2, Feeds.BEGIN + i * 1000L, i % 11 == 0 ? null : "k" + i % 6, value);
                    }
                })
                .with("max.task.idle.ms", 3000);
    }

    // ---- groups

    private static List<Row> groups() {
        return List.of(
                grouped("regrouped table counted", group -> group.count().mapValues(String::valueOf)),
                grouped("regrouped table reduced", group -> group.reduce(TableRows::added, TableRows::subtracted)),
                grouped(
                        "regrouped table aggregated",
                        group -> group.aggregate(
                                () -> "",
                                (k, v, all) -> added(all, v),
                                (k, v, all) -> subtracted(all, v),
                                Named.as("all"),
                                Materialized.as("kept"))),
                Row.dsl(
                                "regrouped table with serdes",
                                (b, at) -> b.<String, String>table(at.in())
                                        .groupBy(
                                                (k, v) -> KeyValue.pair(k.charAt(1) % 2 * 100 + v.length(), 1L),
                                                Grouped.with("by-length", Serdes.Integer(), Serdes.Long()))
                                        .reduce(Long::sum, (x, y) -> x - y)
                                        .toStream()
                                        .to(at.out(), Produced.with(Serdes.Integer(), Serdes.Long())))
                        .fed(Feeds::gaps));
    }

    private static Row grouped(String name, Function<KGroupedTable<String, String>, KTable<String, String>> program) {
        return Row.dsl(
                        name,
                        (b, at) -> program.apply(group(b.table(at.in())))
                                .toStream()
                                .to(at.out()))
                .fed(Feeds::gaps);
    }

    /** Each group's rows are of one partition. */
    private static KGroupedTable<String, String> group(KTable<String, String> table) {
        return table.groupBy(
                (k, v) -> v.contains("w4") ? null : KeyValue.pair(k.charAt(1) % 2 + "-" + v.length() % 2, v));
    }

    private static String added(String all, String value) {
        return last(all + "+" + value);
    }

    private static String subtracted(String all, String value) {
        return last(all + "-" + value);
    }

    private static String last(String text) {
        return text.substring(Math.max(0, text.length() - LENGTH_MAX));
    }
}
