package org.stoatflow.differential;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.CogroupedKStream;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.WindowStore;

/**
 * Builds a windowed aggregation; the same one for the same seed, on both libraries. See {@link Programs}. It reads
 * topics {@code a}, {@code b} and {@code c}, and writes {@code out}. Its functions depend on their arguments only.
 */
public final class WindowPrograms {
    /** Windows are kept for as long as their final results could be waited for. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final int LENGTH_MAX = 60;

    private final Random random;
    private final StreamsBuilder builder = new StreamsBuilder();
    private final KGroupedStream<String, String> grouped;
    private final boolean finalResults;
    private boolean keptLong;

    private WindowPrograms(long seed) {
        random = new Random(seed);
        finalResults = random.nextInt(3) == 0;
        keptLong = finalResults || random.nextBoolean();
        grouped = grouped("a");
    }

    private KGroupedStream<String, String> grouped(String topic) {
        KStream<String, String> stream = builder.stream(topic);
        // Two streams cannot both have a repartition that is named by one store.
        return switch (topic.equals("b") ? 1 + random.nextInt(2) : random.nextInt(4)) {
            case 0 -> stream.filter((key, value) -> key != null).groupBy((key, value) -> key + "g");
            case 1 ->
                stream.filter((key, value) -> key != null)
                        .groupBy((key, value) -> key + "g", Grouped.as("by-" + topic));
            default -> stream.groupByKey();
        };
    }

    /** Builds the program of a seed. */
    public static Topology build(long seed) {
        return new WindowPrograms(seed).run();
    }

    private Topology run() {
        KTable<Windowed<String>, String> table = switch (random.nextInt(finalResults ? 3 : 5)) {
            case 0 -> ofWindows(grouped.windowedBy(time()));
            case 1 -> ofWindows(grouped.windowedBy(sliding()));
            case 2 -> ofSessions(grouped.windowedBy(sessions()));
            case 3 -> unlimited();
            default -> cogrouped();
        };
        if (random.nextInt(4) == 0) {
            grouped("c")
                    .cogroup(WindowPrograms::added)
                    .aggregate(() -> "")
                    .toStream()
                    .to("out");
        }
        KTable<Windowed<String>, String> seen =
                random.nextInt(3) == 0 ? table.filter((key, value) -> value.length() % 3 != 0) : table;
        seen.toStream((key, value) -> key.key() + "@" + key.window().start() + "/"
                        + key.window().end())
                .to("out");
        return builder.build();
    }

    private KTable<Windowed<String>, String> unlimited() {
        keptLong = false;
        return ofWindows(grouped.windowedBy(UnlimitedWindows.of().startOn(Instant.ofEpochMilli(ms(200)))));
    }

    private TimeWindows time() {
        Duration size = Duration.ofMillis(1 + ms(40));
        TimeWindows windows = TimeWindows.ofSizeAndGrace(size, Duration.ofMillis(ms(40)));
        return random.nextBoolean() ? windows : windows.advanceBy(Duration.ofMillis(1 + ms((int) size.toMillis())));
    }

    private SlidingWindows sliding() {
        return SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(1 + ms(40)), Duration.ofMillis(ms(60)));
    }

    private SessionWindows sessions() {
        return SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(ms(25)), Duration.ofMillis(ms(40)));
    }

    private long ms(int bound) {
        return random.nextInt(bound);
    }

    private KTable<Windowed<String>, String> ofWindows(TimeWindowedKStream<String, String> windowed) {
        if (finalResults) {
            windowed.emitStrategy(EmitStrategy.onWindowClose());
        }
        return switch (random.nextInt(3)) {
            case 0 ->
                (random.nextBoolean()
                                ? windowed.count(kept(
                                        Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts"),
                                        Serdes.Long()))
                                : windowed.count(
                                        Named.as("counter"), kept(Materialized.with(null, null), Serdes.Long())))
                        .mapValues(count -> "" + count);
            case 1 -> windowed.reduce(WindowPrograms::joined, kept(Materialized.with(null, null), Serdes.String()));
            default ->
                windowed.aggregate(() -> "", WindowPrograms::added, kept(Materialized.as("added"), Serdes.String()));
        };
    }

    private KTable<Windowed<String>, String> ofSessions(SessionWindowedKStream<String, String> windowed) {
        if (finalResults) {
            windowed.emitStrategy(EmitStrategy.onWindowClose());
        }
        return switch (random.nextInt(3)) {
            case 0 ->
                windowed.count(kept(
                                Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("counts"), Serdes.Long()))
                        .mapValues(count -> "" + count);
            case 1 -> windowed.reduce(WindowPrograms::joined, kept(Materialized.with(null, null), Serdes.String()));
            default ->
                windowed.aggregate(
                        () -> "",
                        WindowPrograms::added,
                        (key, one, other) -> cut(one + "&" + other),
                        kept(Materialized.as("added"), Serdes.String()));
        };
    }

    private KTable<Windowed<String>, String> cogrouped() {
        CogroupedKStream<String, String> both = grouped.<String>cogroup(WindowPrograms::added)
                .cogroup(grouped("b"), (key, value, aggregate) -> cut(aggregate + "b" + value));
        return switch (random.nextInt(3)) {
            case 0 -> both.windowedBy(time()).aggregate(() -> "", kept(Materialized.as("both"), Serdes.String()));
            case 1 ->
                both.windowedBy(sliding())
                        .aggregate(() -> "", Named.as("merged"), kept(Materialized.with(null, null), Serdes.String()));
            default ->
                both.windowedBy(sessions())
                        .aggregate(
                                () -> "",
                                (key, one, other) -> cut(one + "&" + other),
                                kept(Materialized.as("both"), Serdes.String()));
        };
    }

    private <V, S extends StateStore> Materialized<String, V, S> kept(
            Materialized<String, V, S> materialized, Serde<V> values) {
        materialized.withKeySerde(Serdes.String()).withValueSerde(values);
        return keptLong ? materialized.withRetention(LONG) : materialized;
    }

    private static String joined(String one, String other) {
        return one.hashCode() % 13 == 0 ? null : cut(one + "," + other);
    }

    private static String added(String key, String value, String aggregate) {
        return ("" + value + aggregate).hashCode() % 11 == 0 ? null : cut(aggregate + "+" + value);
    }

    private static String cut(String text) {
        return text.length() <= LENGTH_MAX ? text : text.substring(text.length() - LENGTH_MAX);
    }
}
