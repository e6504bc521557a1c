package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.Stores;

/**
 * Each stateful operator behind the same input topics, with an output topic of its own. Aggregates are sets of values,
 * so that a record which is taken twice under at-least-once does not show in them.
 */
final class KilledOperators {
    private static final Duration SIZE = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofMillis(50);
    private static final Duration GAP = Duration.ofMillis(15);
    private static final Duration STEP = Duration.ofMillis(40);
    private static final int BUFFER_BYTES = 2_000; // two or three rows
    /** The input's times are years ago, and the broker compacts what is older than a store's history and a day. */
    private static final Map<String, String> UNCOMPACTED =
            Map.of(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString(Long.MAX_VALUE));

    private static final Duration NEVER_LATE = Duration.ofMinutes(10);

    private final StreamsBuilder builder = new StreamsBuilder();
    private final String prefix;

    private KilledOperators(String prefix) {
        this.prefix = prefix;
    }

    /**
     * @param prefix what the names of all topics of input and output begin with
     * @param local whether there are operators that stay in their partition
     * @param foreignKeys whether there are joins by foreign key
     */
    static StreamsBuilder builder(String prefix, boolean local, boolean foreignKeys) {
        KilledOperators operators = new KilledOperators(prefix);
        KTable<String, String> t1 = operators.table("t1");
        if (foreignKeys) {
            operators.foreignKeys(t1);
        }
        if (local) {
            KStream<String, String> s1 = operators.stream("s1");
            KStream<String, String> s2 = operators.stream("s2");
            operators.windows(s1.groupByKey());
            operators.closed(s1.groupByKey());
            operators.heldBack(s1.groupByKey());
            operators.cogrouped(s1.groupByKey(), s2.groupByKey());
            operators.streamJoins(s1, s2);
            operators.tableJoins(s1, t1, operators.table("t2"));
            operators.joinsAtATime(s1);
        }
        return operators.builder;
    }

    private KStream<String, String> stream(String name) {
        return builder.stream(prefix + name, Consumed.with(Serdes.String(), Serdes.String()));
    }

    private KTable<String, String> table(String name) {
        return builder.table(prefix + name, Consumed.with(Serdes.String(), Serdes.String()));
    }

    private void windows(KGroupedStream<String, String> grouped) {
        windowed("tumbling", updated(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))));
        windowed(
                "hopping",
                updated(grouped.windowedBy(
                        TimeWindows.ofSizeAndGrace(SIZE, GRACE).advanceBy(STEP))));
        windowed("sliding", updated(grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(STEP, GRACE))));
        windowed("session", updated(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))));
        windowed(
                "unlimited",
                grouped.windowedBy(UnlimitedWindows.of())
                        .aggregate(
                                () -> "",
                                (key, value, all) -> with(all, value),
                                Materialized.with(Serdes.String(), Serdes.String())));
    }

    private void closed(KGroupedStream<String, String> grouped) {
        EmitStrategy onClose = EmitStrategy.onWindowClose();
        windowed(
                "closed-tumbling",
                updated(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                        .emitStrategy(onClose)));
        windowed(
                "closed-sliding",
                updated(grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(STEP, GRACE))
                        .emitStrategy(onClose)));
        windowed(
                "closed-session",
                updated(grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                        .emitStrategy(onClose)));
    }

    /** Updates that are held back: for a time, until a buffer is full, and until windows close. */
    private void heldBack(KGroupedStream<String, String> grouped) {
        KTable<Windowed<String>, String> windows = updated(grouped.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE)));
        windowed("suppress-close", windows.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())));
        windowed(
                "suppress-close-records",
                windows.suppress(Suppressed.untilWindowCloses(
                        BufferConfig.maxRecords(100_000).shutDownWhenFull())));
        windowed(
                "suppress-close-bytes",
                windows.suppress(Suppressed.untilWindowCloses(
                        BufferConfig.maxBytes(100_000_000).shutDownWhenFull())));
        KTable<String, String> all = grouped.aggregate(
                () -> "",
                (key, value, before) -> with(before, value),
                Materialized.with(Serdes.String(), Serdes.String()));
        to("suppress-limit", all.suppress(Suppressed.untilTimeLimit(SIZE, BufferConfig.unbounded())));
        to(
                "suppress-records",
                all.suppress(Suppressed.untilTimeLimit(
                        NEVER_LATE, BufferConfig.maxRecords(2).emitEarlyWhenFull())));
        to(
                "suppress-bytes",
                all.suppress(Suppressed.untilTimeLimit(
                        NEVER_LATE, BufferConfig.maxBytes(BUFFER_BYTES).emitEarlyWhenFull())));
    }

    private void cogrouped(KGroupedStream<String, String> left, KGroupedStream<String, String> right) {
        to(
                "cogroup",
                left.<String>cogroup((key, value, all) -> with(all, value))
                        .cogroup(right, (key, value, all) -> with(all, value))
                        .aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String())));
        windowed(
                "cogroup-tumbling",
                left.<String>cogroup((key, value, all) -> with(all, value))
                        .cogroup(right, (key, value, all) -> with(all, value))
                        .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, NEVER_LATE))
                        .aggregate(() -> "", Materialized.with(Serdes.String(), Serdes.String())));
    }

    private void streamJoins(KStream<String, String> left, KStream<String, String> right) {
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(12), NEVER_LATE);
        StreamJoined<String, String, String> joined =
                StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String());
        to("stream-inner", left.join(right, KilledOperators::both, windows, joined));
        to("stream-left", left.leftJoin(right, KilledOperators::both, windows, joined));
        to("stream-outer", left.outerJoin(right, KilledOperators::both, windows, joined));
        to("stream-self", left.join(left, KilledOperators::both, windows, joined));
    }

    private void tableJoins(KStream<String, String> stream, KTable<String, String> t1, KTable<String, String> t2) {
        to("stream-table", stream.join(t1, KilledOperators::both));
        to("stream-table-left", stream.leftJoin(t1, KilledOperators::both));
        to("table-inner", t1.join(t2, KilledOperators::both));
        to("table-left", t1.leftJoin(t2, KilledOperators::both));
        to("table-outer", t1.outerJoin(t2, KilledOperators::both));
    }

    /** Joins with what all partitions know, and with what was true when the record was made. */
    private void joinsAtATime(KStream<String, String> stream) {
        GlobalKTable<String, String> global =
                builder.globalTable(prefix + "g", Consumed.with(Serdes.String(), Serdes.String()));
        to("global-inner", stream.join(global, KilledOperators::other, KilledOperators::both));
        to("global-left", stream.leftJoin(global, KilledOperators::other, KilledOperators::both));
        KTable<String, String> versions = builder.table(
                prefix + "v",
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.<String, String>as(
                                Stores.persistentVersionedKeyValueStore("versions", Duration.ofHours(10)))
                        .withLoggingEnabled(UNCOMPACTED));
        to("versioned", stream.join(versions, KilledOperators::both, graced("graced")));
        to("versioned-left", stream.leftJoin(versions, KilledOperators::both, graced("graced-left")));
    }

    private static Joined<String, String, String> graced(String name) {
        return Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), name, GRACE);
    }

    /** A key of another partition, now and then. */
    private static String other(String key, String value) {
        return "k" + Math.floorMod(value.hashCode(), 12);
    }

    /** The left value begins with the key of the right one. */
    private void foreignKeys(KTable<String, String> left) {
        KTable<String, String> right = table("t3");
        Function<String, String> ofValue = KilledOperators::foreignKey;
        to("foreign-inner", left.join(right, ofValue, KilledOperators::both));
        to("foreign-left", left.leftJoin(right, ofValue, KilledOperators::both));
        BiFunction<String, String, String> ofBoth = KilledOperators::foreignKey;
        to("foreign-keyed", left.join(right, ofBoth, KilledOperators::both));
        to("foreign-keyed-left", left.leftJoin(right, ofBoth, KilledOperators::both));
    }

    /** The left key is part of the foreign one. */
    private static String foreignKey(String key, String value) {
        return "f" + Math.floorMod((key + foreignKey(value)).hashCode(), 6);
    }

    private static String foreignKey(String value) {
        return value.substring(0, value.indexOf(':'));
    }

    private static KTable<Windowed<String>, String> updated(TimeWindowedKStream<String, String> windows) {
        return windows.aggregate(
                () -> "", (key, value, all) -> with(all, value), Materialized.with(Serdes.String(), Serdes.String()));
    }

    private static KTable<Windowed<String>, String> updated(SessionWindowedKStream<String, String> windows) {
        return windows.aggregate(
                () -> "",
                (key, value, all) -> with(all, value),
                (key, one, other) -> with(one, other),
                Materialized.with(Serdes.String(), Serdes.String()));
    }

    private void windowed(String operator, KTable<Windowed<String>, String> table) {
        to(
                operator,
                table.toStream((key, value) -> key.key() + "@" + key.window().start() + "-"
                        + key.window().end()));
    }

    private void to(String operator, KTable<String, String> table) {
        to(operator, table.toStream());
    }

    private void to(String operator, KStream<String, String> stream) {
        stream.to(prefix + operator);
    }

    private static String both(String left, String right) {
        return left + "|" + right;
    }

    private static String with(String all, String more) {
        TreeSet<String> values = new TreeSet<>(List.of(all.split(",")));
        values.addAll(List.of(more.split(",")));
        values.remove("");
        return String.join(",", values);
    }
}
