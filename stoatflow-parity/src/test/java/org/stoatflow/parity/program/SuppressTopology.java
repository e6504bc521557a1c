package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.Suppressed.StrictBufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.state.SessionStore;

/** A random topology with {@code suppress}: a table, one or two suppressions, and what follows. */
final class SuppressTopology {
    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private boolean joined;

    SuppressTopology(Random random) {
        this.random = random;
    }

    List<String> topics() {
        return joined ? List.of("in", "in", "in", "other") : List.of("in");
    }

    Topology build() {
        if (random.nextBoolean()) {
            windowed();
        } else {
            plain();
        }
        return builder.build();
    }

    // ---- windows

    private void windowed() {
        KTable<Windowed<String>, String> table = windows();
        if (random.nextInt(4) == 0) {
            table = table.filter((key, value) -> value.length() % 5 != 0);
        }
        if (random.nextInt(3) == 0) {
            table = table.suppress(Suppressed.untilTimeLimit(SuppressPrograms.millis(random), buffer()));
        }
        KTable<Windowed<String>, String> last = table.suppress(named(Suppressed.untilWindowCloses(strict())));
        if (random.nextBoolean()) {
            last.toStream((key, value) -> key.key() + key.window().start()).to("out");
        } else {
            regrouped(last);
        }
    }

    private <K> Suppressed<K> named(Suppressed<K> suppressed) {
        return random.nextInt(3) == 0 ? suppressed.withName("held") : suppressed;
    }

    private KTable<Windowed<String>, String> windows() {
        KGroupedStream<String, String> grouped =
                builder.<String, String>stream("in").groupByKey();
        Duration size = SuppressPrograms.millis(random);
        Duration grace = Duration.ofMillis(random.nextInt(30));
        return switch (random.nextInt(4)) {
            case 0 ->
                grouped.windowedBy(TimeWindows.ofSizeAndGrace(size, grace))
                        .aggregate(
                                () -> "",
                                SuppressTopology::joined,
                                Materialized.with(Serdes.String(), Serdes.String()));
            case 1 ->
                grouped.windowedBy(TimeWindows.ofSizeAndGrace(size, grace).advanceBy(Duration.ofMillis(7)))
                        .aggregate(
                                () -> "",
                                SuppressTopology::joined,
                                Materialized.with(Serdes.String(), Serdes.String()));
            case 2 ->
                grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(size, grace))
                        .aggregate(
                                () -> "",
                                SuppressTopology::joined,
                                Materialized.with(Serdes.String(), Serdes.String()));
            default ->
                grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(8), grace))
                        .aggregate(() -> "", SuppressTopology::joined, (key, one, other) -> one + other, longKept());
        };
    }

    /** Kafka Streams' cache shows sessions that have expired in the store below; so none expires here. */
    private static Materialized<String, String, SessionStore<Bytes, byte[]>> longKept() {
        return Materialized.<String, String, SessionStore<Bytes, byte[]>>with(Serdes.String(), Serdes.String())
                .withRetention(Duration.ofDays(1));
    }

    private static String joined(String key, String value, String aggregate) {
        return aggregate + value;
    }

    // ---- rows

    private void plain() {
        KTable<String, String> table = rows();
        switch (random.nextInt(4)) {
            case 0 -> table = table.mapValues(value -> value + "!");
            case 1 -> table = table.filter((key, value) -> value.hashCode() % 3 != 0);
            default -> {}
        }
        table = table.suppress(named(Suppressed.untilTimeLimit(limit(), buffer())));
        if (random.nextInt(3) == 0) {
            table = table.suppress(Suppressed.untilTimeLimit(limit(), buffer()));
        }
        switch (random.nextInt(5)) {
            case 0 -> table.toStream().to("out");
            case 1 -> regrouped(table);
            case 2 ->
                table.filter((key, value) -> value.hashCode() % 2 == 0, Materialized.as("kept"))
                        .toStream()
                        .to("out");
            case 3 ->
                table.mapValues(value -> value + "?", Materialized.as("kept"))
                        .toStream()
                        .to("out");
            default -> join(table);
        }
    }

    private KTable<String, String> rows() {
        return switch (random.nextInt(4)) {
            case 0 -> builder.<String, String>table("in");
            case 1 -> builder.<String, String>table("in", Materialized.as("rows"));
            case 2 -> builder.<String, String>stream("in").toTable();
            default -> builder.<String, String>stream("in").groupByKey().reduce((one, other) -> one + other);
        };
    }

    private Duration limit() {
        return random.nextInt(4) == 0 ? Duration.ZERO : SuppressPrograms.millis(random);
    }

    private void join(KTable<String, String> table) {
        joined = true;
        KTable<String, String> other = builder.table("other");
        KTable<String, String> result = switch (random.nextInt(4)) {
            case 0 -> table.join(other, (one, two) -> one + two);
            case 1 -> table.leftJoin(other, (one, two) -> one + two);
            case 2 -> other.outerJoin(table, (one, two) -> one + two);
            default ->
                builder.<String, String>stream("in")
                        .join(table, (one, two) -> one + two)
                        .toTable();
        };
        if (random.nextBoolean()) {
            regrouped(result);
        } else {
            result.toStream().to("out");
        }
    }

    private <K> void regrouped(KTable<K, String> table) {
        table.groupBy(
                        (key, value) -> KeyValue.pair("g" + Math.floorMod(value.hashCode(), 3), value),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .aggregate(
                        () -> "",
                        (group, value, aggregate) -> aggregate + '+' + value,
                        (group, value, aggregate) -> aggregate + '-' + value)
                .toStream()
                .to("out");
    }

    // ---- buffers

    private BufferConfig<?> buffer() {
        return switch (random.nextInt(4)) {
            case 0 -> BufferConfig.maxRecords(1 + random.nextInt(4));
            case 1 -> BufferConfig.maxBytes(40 + random.nextInt(300));
            case 2 -> BufferConfig.maxRecords(2).withMaxBytes(150).withLoggingDisabled();
            default -> strict();
        };
    }

    private StrictBufferConfig strict() {
        return switch (random.nextInt(8)) {
            case 0 -> BufferConfig.maxRecords(5 + random.nextInt(15)).shutDownWhenFull();
            case 1 -> BufferConfig.maxBytes(300 + random.nextInt(1500)).shutDownWhenFull();
            case 2 -> BufferConfig.unbounded().withLoggingDisabled();
            case 3 -> BufferConfig.unbounded().withLoggingEnabled(Map.of("retention.ms", "1000"));
            default -> BufferConfig.unbounded();
        };
    }
}
