package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;

/**
 * A stream that comes over a repartition and is joined with a table, while both topics are full before the application
 * starts. Each record of the stream is younger than its row of the table, so none may miss it.
 */
final class BacklogRows {
    private static final int RECORDS = 20_000;
    private static final int PARTITIONS = 4;
    private static final int SHOWN = 200; // each so many-th record is output besides those that miss their row

    private BacklogRows() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(joins(""));
        joins(", by partition").forEach(row -> rows.add(row.with("stoatflow.affinity", "PARTITION")));
        joins(", exactly once").forEach(row -> rows.add(row.exactlyOnce()));
        return rows;
    }

    private static List<Row> joins(String how) {
        return List.of(
                Row.dsl("backlogs of a stream with new keys and an older table joined" + how, BacklogRows::byNewKey)
                        .fed(at -> fill(at, i -> i, i -> RECORDS + i)),
                Row.dsl("backlogs of a stream with new keys and a growing table joined" + how, BacklogRows::byNewKey)
                        .fed(at -> fill(at, i -> 2L * i, i -> 2L * i + 1)),
                Row.dsl("backlogs of a stream that is joined twice with an older table" + how, BacklogRows::twice)
                        .fed(at -> fill(at, i -> i, i -> RECORDS + i)));
    }

    private static void byNewKey(StreamsBuilder builder, Scene at) {
        KTable<String, String> table = builder.table(at.topic("more"), Materialized.as("rows"));
        shown(builder.<String, String>stream(at.in())
                        .selectKey((key, value) -> value)
                        .leftJoin(table, BacklogRows::found))
                .to(at.out());
    }

    /** By its own key, and by a new one: stream, table and the repartition are of one sub-topology. */
    private static void twice(StreamsBuilder builder, Scene at) {
        KTable<String, String> table = builder.table(at.topic("more"), Materialized.as("rows"));
        KStream<String, String> once = builder.<String, String>stream(at.in()).leftJoin(table, (value, row) -> value);
        shown(once.selectKey((key, value) -> value).leftJoin(table, BacklogRows::found))
                .to(at.out());
    }

    private static String found(String value, String row) {
        return row == null ? value + " missed" : value + " with " + row;
    }

    private static KStream<String, String> shown(KStream<String, String> joined) {
        return joined.filter(
                (key, value) -> value.endsWith("missed") || Integer.parseInt(key.substring(1)) % SHOWN == 0);
    }

    /** When a record is, after the begin. */
    private interface Time {
        long of(int record);
    }

    private static void fill(Scene at, Time rows, Time records) {
        at.create("in", PARTITIONS);
        at.create("more", PARTITIONS);
        for (int i = 0; i < RECORDS; i++) {
            String key = "k" + i;
            at.send("more", partition(key), Feeds.BEGIN + rows.of(i), key, "row " + i);
            at.send("in", i / 7 % PARTITIONS, Feeds.BEGIN + records.of(i), "s" + i % 11, key);
        }
    }

    private static int partition(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
    }
}
