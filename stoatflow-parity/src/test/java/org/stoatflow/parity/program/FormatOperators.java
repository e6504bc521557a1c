package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowStore;

/** Draws the operators of a program, with stores of different formats and suppliers. */
final class FormatOperators {
    private static final Duration SIZE = Duration.ofMillis(200);
    private static final Duration GRACE = Duration.ofMillis(100);
    private static final Duration RETENTION = Duration.ofSeconds(20);

    private final StreamsBuilder builder;
    private final Random random;
    private Serde<String> keys;
    private Serde<String> values;
    private final TreeSet<String> inputs = new TreeSet<>();
    private final List<String> tables = new ArrayList<>();
    private final List<String> windows = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();

    FormatOperators(StreamsBuilder builder, Random random, Serde<String> keys, Serde<String> values) {
        this.builder = builder;
        this.random = random;
        this.keys = keys;
        this.values = values;
    }

    List<String> inputs() {
        return List.copyOf(inputs);
    }

    List<String> tables() {
        return tables;
    }

    List<String> windows() {
        return windows;
    }

    List<String> sessions() {
        return sessions;
    }

    /** Cached ones in memory are merged otherwise than in Kafka Streams. */
    boolean hasSessions() {
        return !sessions.isEmpty();
    }

    void build() {
        switch (random.nextInt(10)) {
            case 0, 1 -> to(aggregated(), "out");
            case 2, 3 -> windowed();
            case 4 -> sessions(false);
            case 5 -> sessions(random.nextBoolean());
            case 6 -> to(grouped(changed(table("left"))), "out");
            case 7 -> global();
            default -> to(joined(), "out");
        }
    }

    private void to(KTable<String, String> table, String topic) {
        KTable<String, String> shown = random.nextInt(4) == 0 ? changed(table) : table;
        if (random.nextInt(3) == 0) {
            shown = shown.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(50), BufferConfig.unbounded()));
        }
        shown.toStream().to(topic);
        if (random.nextInt(3) == 0) {
            stream("asks")
                    .leftJoin(table, (value, row) -> cut(value + "/" + row))
                    .to("answers");
        }
    }

    private KStream<String, String> stream(String topic) {
        inputs.add(topic);
        return builder.stream(topic);
    }

    private KGroupedStream<String, String> grouped() {
        return stream("in").groupByKey();
    }

    private KTable<String, String> aggregated() {
        return switch (random.nextInt(3)) {
            case 0 -> grouped().reduce((sum, value) -> cut(sum + "+" + value), kept());
            case 1 ->
                grouped()
                        .aggregate(
                                () -> "",
                                (key, value, sum) -> value.endsWith("7") ? null : cut(sum + "+" + value),
                                kept());
            default -> grouped().count(counts()).mapValues(count -> "n" + count, kept());
        };
    }

    private KTable<String, String> table(String topic) {
        if (random.nextInt(4) == 0) {
            return stream(topic).toTable(kept());
        }
        inputs.add(topic);
        return builder.table(topic, kept());
    }

    private KTable<String, String> changed(KTable<String, String> table) {
        return switch (random.nextInt(7)) {
            case 0 -> table.filter((key, value) -> value.hashCode() % 3 != 0);
            case 1 -> table.filter((key, value) -> value.hashCode() % 3 != 0, kept());
            case 2 -> table.mapValues((key, value) -> value.hashCode() % 5 == 0 ? null : cut(value + "m"));
            case 3 -> table.mapValues((key, value) -> value.hashCode() % 5 == 0 ? null : cut(value + "s"), kept());
            default -> table;
        };
    }

    private KTable<String, String> joined() {
        KTable<String, String> left = changed(table("left"));
        KTable<String, String> right = changed(table("right"));
        // A foreign-key join calls its serializers in another order, and marks show it.
        return switch (random.nextInt(values instanceof MarkedText ? 4 : 6)) {
            case 0 -> left.join(right, FormatOperators::both);
            case 1 -> left.leftJoin(right, FormatOperators::both, kept());
            case 2 -> left.outerJoin(right, FormatOperators::both, kept());
            case 3 -> left.join(right, FormatOperators::both, kept());
            case 4 -> left.join(right, (String value) -> value.substring(0, 2), FormatOperators::both, kept());
            default -> left.leftJoin(right, (String value) -> value.substring(0, 2), FormatOperators::both);
        };
    }

    private KTable<String, String> grouped(KTable<String, String> table) {
        KGroupedTable<String, String> grouped = table.groupBy(
                (key, value) -> KeyValue.pair(value.substring(0, 2), value),
                Grouped.with(Serdes.String(), Serdes.String()));
        return random.nextBoolean()
                ? grouped.reduce((sum, value) -> cut(sum + "+" + value), (sum, value) -> cut(sum + "-" + value), kept())
                : grouped.aggregate(
                        () -> "",
                        (key, value, sum) -> cut(sum + "+" + value),
                        (key, value, sum) -> value.endsWith("7") ? null : cut(sum + "-" + value),
                        kept());
    }

    private void global() {
        inputs.add("rows");
        GlobalKTable<String, String> rows = builder.globalTable("rows", kept());
        stream("in")
                .leftJoin(rows, (key, value) -> value == null ? null : value.substring(0, 2), FormatOperators::both)
                .to("out");
    }

    private void windowed() {
        int kind = random.nextInt(3);
        if (kind == 2) {
            unmarked(); // Kafka Streams serializes keys more often
        }
        TimeWindowedKStream<String, String> windowed = switch (kind) {
            case 0 -> grouped().windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE));
            case 1 ->
                grouped().windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(GRACE));
            default -> grouped().windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE));
        };
        boolean finals = random.nextInt(3) == 0;
        if (finals) {
            windowed = windowed.emitStrategy(EmitStrategy.onWindowClose());
            unmarked();
        }
        windowed.aggregate(
                        () -> "",
                        (key, value, sum) -> cut(sum + "+" + value),
                        finals ? unshown() : windows(kept("windows", windows)))
                .toStream((key, value) -> key.key() + "@" + key.window().start())
                .to("out");
    }

    private void sessions(boolean atClose) {
        SessionWindowedKStream<String, String> windowed =
                grouped().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(40), GRACE));
        if (atClose) {
            windowed = windowed.emitStrategy(EmitStrategy.onWindowClose());
            unmarked();
        }
        windowed.aggregate(
                        () -> "",
                        (key, value, sum) -> cut(sum + "+" + value),
                        (key, one, two) -> cut(one + "," + two),
                        ofSessions(kept("sessions", sessions), atClose))
                .toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end())
                .to("out");
    }

    /** Final results are forwarded before the record reaches the store, whose serializers would write its headers. */
    private void unmarked() {
        keys = Serdes.String();
        values = Serdes.String();
    }

    private static String kept(String name, List<String> names) {
        String full = name + names.size();
        names.add(full);
        return full;
    }

    private static String both(String left, String right) {
        return cut(left + "&" + right);
    }

    private static String cut(String text) {
        return text.length() <= 40 ? text : text.substring(0, 2) + text.substring(text.length() - 38);
    }

    // ---- stores

    private Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept() {
        String name = kept("table", tables);
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> kept = switch (random.nextInt(8)) {
            case 0 -> Materialized.as(Stores.persistentTimestampedKeyValueStoreWithHeaders(name));
            case 1 -> Materialized.as(Stores.persistentTimestampedKeyValueStore(name));
            default -> Materialized.as(name);
        };
        return set(kept);
    }

    private Materialized<String, Long, KeyValueStore<Bytes, byte[]>> counts() {
        return Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(kept("table", tables))
                .withKeySerde(keys);
    }

    private Materialized<String, String, WindowStore<Bytes, byte[]>> windows(String name) {
        return set(
                switch (random.nextInt(6)) {
                    case 0 ->
                        Materialized.as(
                                Stores.persistentTimestampedWindowStoreWithHeaders(name, RETENTION, SIZE, false));
                    case 1 -> Materialized.as(Stores.persistentTimestampedWindowStore(name, RETENTION, SIZE, false));
                    default -> Materialized.as(name);
                });
    }

    /**
     * The store of final results, whose windows Kafka Streams shows for longer. It keeps them for longer than they are
     * open: else Kafka Streams loses a window that closes with the record that opens another.
     */
    private Materialized<String, String, WindowStore<Bytes, byte[]>> unshown() {
        return set(Materialized.<String, String, WindowStore<Bytes, byte[]>>as("windows")
                .withRetention(RETENTION));
    }

    private Materialized<String, String, SessionStore<Bytes, byte[]>> ofSessions(String name, boolean atClose) {
        return set(
                switch (random.nextInt(6) + (atClose ? 2 : 0)) { // Kafka Streams finds no closed ones by a supplier
                    case 0 -> Materialized.as(Stores.persistentSessionStoreWithHeaders(name, RETENTION));
                    case 1 -> Materialized.as(Stores.persistentSessionStore(name, RETENTION));
                    // a deletion of an expired session does not leave Kafka Streams' cache
                    default ->
                        Materialized.<String, String, SessionStore<Bytes, byte[]>>as(name)
                                .withRetention(RETENTION);
                });
    }

    private <S extends StateStore> Materialized<String, String, S> set(Materialized<String, String, S> kept) {
        kept.withKeySerde(keys).withValueSerde(values);
        return random.nextInt(5) == 0 ? kept.withCachingDisabled() : kept;
    }
}
