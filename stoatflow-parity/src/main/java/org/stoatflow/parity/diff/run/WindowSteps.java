package org.stoatflow.parity.diff.run;

import static org.stoatflow.parity.diff.run.AggregationSteps.number;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Merger;
import org.stoatflow.streams.kstream.SessionWindowedKStream;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.TimeWindowedKStream;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowStore;

/** Aggregations by windows, and what is made of them. */
final class WindowSteps {
    private static final Merger<String, Tally> MERGER =
            (key, first, second) -> new Tally(first.number + second.number, first.trail + "&" + second.trail);

    private static final Duration RETENTION = Duration.ofHours(1);

    private WindowSteps() {}

    private static Duration size(Step step) {
        return step.time("size");
    }

    private static Duration grace(Step step) {
        return step.time("grace");
    }

    private static EmitStrategy emit(Step step) {
        return step.get("final", 0) == 0 ? EmitStrategy.onWindowUpdate() : EmitStrategy.onWindowClose();
    }

    private static TimeWindows timeWindows(Step step) {
        TimeWindows windows = TimeWindows.ofSizeAndGrace(size(step), grace(step));
        return step.get("advance", 0) == 0 ? windows : windows.advanceBy(Duration.ofMillis(step.get("advance")));
    }

    static KTable<Windowed<String>, Tally> time(int number, Step step, Nodes nodes) {
        TimeWindowedKStream<String, Tally> windowed = AggregationSteps.grouped(step, nodes)
                .windowedBy(timeWindows(step))
                .emitStrategy(emit(step));
        return aggregate(number, step, windowed);
    }

    static KTable<Windowed<String>, Tally> sliding(int number, Step step, Nodes nodes) {
        SlidingWindows windows = SlidingWindows.ofTimeDifferenceAndGrace(size(step), grace(step));
        TimeWindowedKStream<String, Tally> windowed =
                AggregationSteps.grouped(step, nodes).windowedBy(windows).emitStrategy(emit(step));
        return aggregate(number, step, windowed);
    }

    static KTable<Windowed<String>, Tally> unlimited(int number, Step step, Nodes nodes) {
        UnlimitedWindows windows = UnlimitedWindows.of().startOn(java.time.Instant.ofEpochMilli(step.get("start")));
        return aggregate(number, step, AggregationSteps.grouped(step, nodes).windowedBy(windows));
    }

    /** Kafka Streams fails where a cached sliding window was deleted (docs/design/030-generated-programs.md). */
    private static KTable<Windowed<String>, Tally> aggregate(
            int number, Step step, TimeWindowedKStream<String, Tally> windowed) {
        boolean mayDelete = step.operator() != Operator.SLIDING_WINDOWS || TableStores.how(step) == 2;
        return switch (step.get("aggregation")) {
            case 0 -> windowed.count(windows(number, step, Serdes.Long())).mapValues(count -> new Tally(count, "c"));
            case 1 ->
                windowed.reduce(
                        (sum, value) -> mayDelete && number(value) == 9 ? null : sum.plus(number(value), "+"),
                        windows(number, step, new TallySerde()));
            default ->
                windowed.aggregate(
                        () -> new Tally(0, "a"),
                        (key, value, sum) -> mayDelete && number(value) == 9 ? null : sum.add(number(value), "+"),
                        windows(number, step, new TallySerde()));
        };
    }

    static KTable<Windowed<String>, Tally> session(int number, Step step, Nodes nodes) {
        SessionWindowedKStream<String, Tally> windowed = AggregationSteps.grouped(step, nodes)
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(size(step), grace(step)))
                .emitStrategy(emit(step));
        return switch (step.get("aggregation")) {
            case 0 -> windowed.count(sessions(number, step, Serdes.Long())).mapValues(count -> new Tally(count, "c"));
            case 1 ->
                windowed.reduce((sum, value) -> sum.plus(number(value), "+"), sessions(number, step, new TallySerde()));
            default ->
                windowed.aggregate(
                        () -> new Tally(0, "a"),
                        (key, value, sum) -> value == null ? sum : sum.add(value.number, "+"),
                        MERGER,
                        sessions(number, step, new TallySerde()));
        };
    }

    static KTable<Windowed<String>, Tally> cogroup(int number, Step step, Nodes nodes) {
        return switch (step.get("windows")) {
            case 0 ->
                AggregationSteps.cogrouped(step, nodes)
                        .windowedBy(timeWindows(step))
                        .aggregate(() -> new Tally(0, "a"), windows(number, step, new TallySerde()));
            case 1 ->
                AggregationSteps.cogrouped(step, nodes)
                        .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(size(step), grace(step)))
                        .aggregate(() -> new Tally(0, "a"), windows(number, step, new TallySerde()));
            default ->
                AggregationSteps.cogrouped(step, nodes)
                        .windowedBy(SessionWindows.ofInactivityGapAndGrace(size(step), grace(step)))
                        .aggregate(() -> new Tally(0, "a"), MERGER, sessions(number, step, new TallySerde()));
        };
    }

    private static <V> Materialized<String, V, WindowStore<Bytes, byte[]>> windows(
            int number, Step step, Serde<V> values) {
        String name = TableStores.name(number);
        int how = TableStores.how(step);
        Duration size = step.get("start", -1) < 0 ? size(step) : Duration.ofMillis(Long.MAX_VALUE);
        Materialized<String, V, WindowStore<Bytes, byte[]>> materialized = switch (how) {
            case 0 -> Materialized.with(Serdes.String(), values);
            case 3 ->
                step.get("start", -1) < 0
                        ? Materialized.as(Stores.inMemoryWindowStore(name, retention(step), size, false))
                        : Materialized.as(name);
            default -> Materialized.as(name);
        };
        return TableStores.complete(retained(materialized, step), how, values);
    }

    private static <V> Materialized<String, V, SessionStore<Bytes, byte[]>> sessions(
            int number, Step step, Serde<V> values) {
        String name = TableStores.name(number);
        int how = TableStores.how(step);
        Materialized<String, V, SessionStore<Bytes, byte[]>> materialized = switch (how) {
            case 0 -> Materialized.with(Serdes.String(), values);
            case 3 -> Materialized.as(Stores.inMemorySessionStore(name, retention(step)));
            default -> Materialized.as(name);
        };
        return TableStores.complete(retained(materialized, step), how, values);
    }

    private static Duration retention(Step step) {
        return step.get(Step.KEPT, 0) == 0 ? RETENTION : step.time(Step.KEPT);
    }

    /**
     * Nothing expires where results would depend on when Kafka Streams flushes or looks for closed windows: in a cached
     * store, whose cache has rows that have left the store, and where a window may leave the store before its result
     * was forwarded.
     */
    private static <V, S extends StateStore> Materialized<String, V, S> retained(
            Materialized<String, V, S> materialized, Step step) {
        if (step.get(Step.KEPT, 0) != 0) {
            return materialized.withRetention(retention(step));
        }
        boolean mayExpire = TableStores.how(step) == 2 && step.get("final", 0) == 0;
        return mayExpire ? materialized : materialized.withRetention(RETENTION);
    }

    static KTable<Windowed<String>, Tally> filter(int number, Step step, Nodes nodes) {
        return Nodes.isNamed(step)
                ? nodes.windows(step).filter((key, value) -> value.number % 2 == 1, Nodes.named(number))
                : nodes.windows(step).filter((key, value) -> value.number % 2 == 1);
    }

    static KTable<Windowed<String>, Tally> mapValues(int number, Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        return Nodes.isNamed(step)
                ? nodes.windows(step).mapValues(value -> value.plus(1, "x", mutates), Nodes.named(number))
                : nodes.windows(step).mapValues(value -> value.plus(1, "x", mutates));
    }

    static KTable<String, Tally> group(int number, Step step, Nodes nodes) {
        KGroupedTable<String, Tally> grouped = nodes.windows(step)
                .groupBy(
                        (window, value) -> KeyValue.pair(window.key(), value),
                        Grouped.with(Serdes.String(), new TallySerde()));
        return TableSteps.aggregated(number, step, grouped);
    }

    static KTable<Windowed<String>, Tally> join(int number, Step step, Nodes nodes) {
        KTable<Windowed<String>, Tally> left = nodes.windows(step);
        KTable<Windowed<String>, Tally> right = nodes.windows(step.inputs().getLast());
        ValueJoiner<Tally, Tally, Tally> joiner = TableSteps.joiner(step);
        boolean named = Nodes.isNamed(step);
        return switch (step.get("join")) {
            case 0 -> named ? left.join(right, joiner, Nodes.named(number)) : left.join(right, joiner);
            case 1 -> named ? left.leftJoin(right, joiner, Nodes.named(number)) : left.leftJoin(right, joiner);
            default -> named ? left.outerJoin(right, joiner, Nodes.named(number)) : left.outerJoin(right, joiner);
        };
    }

    static KStream<String, Tally> toStream(int number, Step step, Nodes nodes) {
        return Nodes.isNamed(step)
                ? nodes.windows(step).toStream((window, value) -> flat(window), Nodes.named(number))
                : nodes.windows(step).toStream((window, value) -> flat(window));
    }

    static String flat(Windowed<String> window) {
        return window.key() + "@" + window.window().start() + "-"
                + window.window().end();
    }
}
