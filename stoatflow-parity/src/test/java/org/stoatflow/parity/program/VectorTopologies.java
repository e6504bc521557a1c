package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowStore;

/** A program for each kind of store: those that processors use, and those that only operators have. */
final class VectorTopologies {
    static final String EMIT_INTERVAL = "__emit.interval.ms.kstreams.outer.join.spurious.results.fix__";

    /** How the names of kinds end whose operators have stores with headers, those that processors use apart. */
    private static final String HEADERS = "-by-headers";

    private static final Duration DAY = Duration.ofDays(1);
    private static final Map<String, Consumer<VectorBuilder>> KINDS = kindsByName();

    /**
     * Files of changelogs that are read here and not written, by the kind of their program: those of older versions of
     * Kafka Streams, and those that it writes without the deletion of what leaves a store (docs/COMPATIBILITY.md).
     */
    static final Map<String, String> ONLY_READ = new TreeMap<>(Map.of(
            "suppressed-changes-2.1", "suppressed-changes",
            "suppressed-changes-2.2", "suppressed-changes",
            "suppressed-changes-2.3", "suppressed-changes",
            "suppressed-changes-2.4", "suppressed-changes",
            "foreign-keys-3.2", "foreign-keys",
            "recently-used-timestamped", "recently-used-timestamped",
            "recently-used-headers", "recently-used-headers"));

    private VectorTopologies() {}

    static Set<String> kinds() {
        Set<String> written = new TreeSet<>(KINDS.keySet());
        written.removeAll(ONLY_READ.keySet());
        return written;
    }

    /** The format of the stores of a kind's operators. */
    static String format(String kind) {
        return kind.endsWith(HEADERS) ? StreamsConfig.DSL_STORE_FORMAT_HEADERS : StreamsConfig.DSL_STORE_FORMAT_DEFAULT;
    }

    static void add(String kind, VectorBuilder builder) {
        String program = ONLY_READ.getOrDefault(kind, kind);
        Objects.requireNonNull(KINDS.get(program), kind).accept(builder);
    }

    private static Map<String, Consumer<VectorBuilder>> kindsByName() {
        Map<String, Consumer<VectorBuilder>> kinds = new TreeMap<>();
        VectorKeyValues.addTo(kinds);
        VectorWindows.addTo(kinds);
        VectorSessions.addTo(kinds);
        kinds.put(
                "unjoined-records",
                builder -> unjoined(builder, new BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers()));
        kinds.put(
                "unjoined-records-in-memory",
                builder -> unjoined(builder, new BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers()));
        kinds.put("suppressed-rows", VectorTopologies::suppressedRows);
        kinds.put("suppressed-changes", VectorTopologies::suppressedChanges);
        kinds.put("suppressed-changes" + HEADERS, VectorTopologies::suppressedChanges);
        kinds.put("suppressed-windows", VectorTopologies::suppressedWindows);
        kinds.put("records-with-grace", VectorTopologies::grace);
        kinds.put("foreign-keys", VectorTopologies::foreignKeys);
        kinds.put("regrouped-table", VectorTopologies::regrouped);
        return kinds;
    }

    private static void unjoined(VectorBuilder builder, DslStoreSuppliers places) {
        builder.out(builder.stream("left")
                .outerJoin(
                        builder.stream("right"),
                        (one, other) -> one + "+" + other,
                        JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), Duration.ofMillis(20)),
                        StreamJoined.<String, String, String>as("join")
                                .withStoreName("join")
                                .withDslStoreSuppliers(places)));
    }

    private static void suppressedRows(VectorBuilder builder) {
        builder.out(held(rows(builder)).toStream());
    }

    /** An aggregation behind a buffer needs the old values too. */
    private static void suppressedChanges(VectorBuilder builder) {
        grouped(builder, held(rows(builder)));
    }

    private static KTable<String, String> rows(VectorBuilder builder) {
        return builder.table("in", Materialized.as("rows"));
    }

    private static KTable<String, String> held(KTable<String, String> rows) {
        return rows.suppress(Suppressed.<String>untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded())
                .withName("held"));
    }

    private static void grouped(VectorBuilder builder, KTable<String, String> rows) {
        builder.out(rows.groupBy(
                        (key, value) -> KeyValue.pair(value.substring(0, 1), value),
                        Grouped.with("group", Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (group, value, all) -> all + "+" + value,
                        (group, value, all) -> all + "-" + value,
                        Materialized.as("groups"))
                .toStream());
    }

    private static void suppressedWindows(VectorBuilder builder) {
        builder.out(builder.stream("in")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(10)))
                .reduce(
                        (one, other) -> one + "+" + other,
                        Materialized.<String, String, WindowStore<Bytes, byte[]>>as("windows")
                                .withRetention(DAY))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("held"))
                .toStream((key, value) -> key.key() + "@" + key.window().start()));
    }

    private static void grace(VectorBuilder builder) {
        KTable<String, String> table = builder.table(
                "table", Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("versions", DAY)));
        builder.out(builder.stream("in")
                .join(
                        table,
                        (value, row) -> value + "+" + row,
                        Joined.<String, String, String>as("join").withGracePeriod(Duration.ofMillis(10))));
    }

    private static void foreignKeys(VectorBuilder builder) {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> left = Materialized.as("lefts");
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> right = Materialized.as("rights");
        builder.out(builder.table("left", left)
                .leftJoin(
                        builder.table("right", right),
                        value -> value.substring(0, 1),
                        (one, other) -> one + "+" + other,
                        TableJoined.as("join"))
                .toStream());
    }

    private static void regrouped(VectorBuilder builder) {
        grouped(builder, rows(builder));
    }
}
