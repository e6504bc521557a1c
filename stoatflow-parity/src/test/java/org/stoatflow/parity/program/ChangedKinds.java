package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.WindowStore;

/** Stores that keep their name, and become stores of another kind. */
final class ChangedKinds {
    private static final String STORE = "sums";
    private static final String MORE = "more";
    private static final String FIRST = "a=1@1 b=1@2 a=2@3";
    private static final String SECOND = "a=3@4 c=1@5";

    private ChangedKinds() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                        "plain rows become rows with timestamps",
                        plain().fed(FIRST),
                        timestamped().fed(SECOND)),
                Change.of(
                        "rows with timestamps become plain rows", timestamped().fed(FIRST), plain().fed(SECOND)),
                Change.of(
                        "rows with timestamps become rows with headers",
                        Sums.in(STORE).fed(FIRST),
                        withHeaders().fed(SECOND)),
                Change.of(
                        "rows with headers become rows with timestamps",
                        withHeaders().fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "a key-value store becomes a window store",
                        Sums.in(STORE).fed(FIRST),
                        windows("PT1H").fed(SECOND)),
                Change.of(
                        "a window store becomes a key-value store",
                        windows("PT1H").fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "a table becomes a versioned table",
                        table(Materialized.as(STORE)).showing(STORE).fed(FIRST),
                        versioned().fed(SECOND)),
                Change.of(
                                "a table becomes a global table",
                                table(Materialized.as(STORE)).showing(STORE).fed(FIRST),
                                globalTable().fedTo(MORE, "z=1"))
                        .reading(MORE),
                Change.of(
                        "a store on disk is in memory for a while",
                        Sums.in(STORE).fed(FIRST),
                        inMemory().fed(SECOND),
                        Sums.in(STORE).fed("b=2")),
                Change.of(
                        "a retention becomes longer",
                        windows("PT1H").fed("a=1@0 a=1@20 a=1@40"),
                        windows("PT4H").fed("a=2@0 a=2@20 a=2@40")),
                Change.of(
                        "a retention becomes shorter",
                        windows("PT4H").fed("a=1@0 a=1@20 a=1@40"),
                        windows("PT1H").fed("a=2@0 a=2@20 a=2@40")),
                Change.of(
                        "a value serde changes, and reads the bytes otherwise",
                        counts().fed("a=1 b=1 a=2"),
                        Sums.in(STORE).fed("c=1")),
                Change.of(
                        "a value serde changes, and cannot read the bytes",
                        Sums.in(STORE).fed("a=1 b=1 a=2"),
                        counts().fed("a=1")));
    }

    private static Leg inMemory() {
        return Sums.in(STORE, Materialized.as(Stores.inMemoryKeyValueStore(STORE)));
    }

    private static Leg withHeaders() {
        return Sums.in(STORE).with("dsl.store.format", "headers");
    }

    private static Leg counts() {
        return Leg.dsl((builder, at) -> builder.<String, String>stream(at.in())
                        .groupByKey()
                        .count(Materialized.as(STORE))
                        .toStream()
                        .mapValues(String::valueOf)
                        .to(at.out()))
                .showing(STORE);
    }

    private static Leg windows(String retention) {
        Duration kept = Duration.parse(retention);
        return Leg.dsl((builder, at) -> {
                    Materialized<String, String, WindowStore<Bytes, byte[]>> store = Materialized.as(STORE);
                    builder.<String, String>stream(at.in())
                            .groupByKey()
                            .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(1), Duration.ofMinutes(59)))
                            .reduce(Sums::plus, store.withRetention(kept))
                            .toStream((key, sum) -> key.key())
                            .to(at.out());
                })
                .showing(STORE, ShownStore.WINDOWS);
    }

    private static Leg table(Materialized<String, String, KeyValueStore<Bytes, byte[]>> store) {
        return Leg.dsl((builder, at) ->
                builder.<String, String>table(at.in(), store).toStream().to(at.out()));
    }

    private static Leg versioned() {
        return table(Materialized.as(Stores.persistentVersionedKeyValueStore(STORE, Duration.ofHours(1))));
    }

    private static Leg globalTable() {
        return Leg.dsl((builder, at) -> {
                    builder.<String, String>globalTable(
                            at.in(), Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(STORE));
                    builder.<String, String>stream(at.topic(MORE)).to(at.out());
                })
                .showing(STORE);
    }

    private static Leg plain() {
        return Leg.dsl((builder, at) -> using(
                        builder,
                        at,
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.String()),
                        Plain::new))
                .showing(STORE);
    }

    private static Leg timestamped() {
        return Leg.dsl((builder, at) -> using(
                        builder,
                        at,
                        Stores.timestampedKeyValueStoreBuilder(
                                Stores.persistentTimestampedKeyValueStore(STORE), Serdes.String(), Serdes.String()),
                        Timestamped::new))
                .showing(STORE, ShownStore.TIMES);
    }

    private static void using(
            StreamsBuilder builder,
            Scene at,
            StoreBuilder<?> store,
            ProcessorSupplier<String, String, String, String> processor) {
        builder.addStateStore(store);
        builder.<String, String>stream(at.in()).process(processor, STORE).to(at.out());
    }

    private static final class Plain extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            KeyValueStore<String, String> store = context().getStateStore(STORE);
            String known = store.get(record.key());
            String sum = known == null ? record.value() : Sums.plus(known, record.value());
            store.put(record.key(), sum);
            context().forward(record.withValue(sum));
        }
    }

    private static final class Timestamped extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            TimestampedKeyValueStore<String, String> store = context().getStateStore(STORE);
            ValueAndTimestamp<String> known = store.get(record.key());
            String sum = known == null ? record.value() : Sums.plus(known.value(), record.value());
            store.put(record.key(), ValueAndTimestamp.make(sum, record.timestamp()));
            context().forward(record.withValue(sum));
        }
    }
}
