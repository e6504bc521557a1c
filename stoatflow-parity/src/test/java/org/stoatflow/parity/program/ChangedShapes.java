package org.stoatflow.parity.program;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.WindowStore;

/** Joins, processors and suppressions that come and go round a store that stays. */
final class ChangedShapes {
    private static final String STORE = "sums";
    private static final String TABLE = "table";
    private static final String MORE = "more";
    private static final String FIRST = "a=1 b=1 a=2";
    private static final String SECOND = "a=3 c=1";

    private ChangedShapes() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                                "a join is added",
                                rekeyed(false).fed(FIRST),
                                rekeyed(true).fed(SECOND))
                        .reading(MORE),
                Change.of(
                                "a join is added that needs more partitions",
                                rekeyed(false).fed(FIRST),
                                rekeyed(true).fed(SECOND))
                        .reading(MORE, 4),
                Change.of(
                                "the generated name of a repartition topic moves",
                                joined(false).fedTo(MORE, "a=9 b=9").fed(FIRST),
                                joined(true).fed("a=3 b=2"))
                        .reading(MORE),
                Change.of(
                                "a store is connected to a second processor",
                                connected(false).fed(FIRST),
                                connected(true).fed(SECOND).fedTo(MORE, "b=9"))
                        .reading(MORE),
                Change.of(
                        "a suppression is removed",
                        held(true).fed("a=1@0 a=2@1"),
                        held(false).fed("a=3@2")),
                Change.of(
                        "a suppression is removed and added again",
                        held(true).fed("a=1@0 a=2@1"),
                        held(false).fed("a=3@2"),
                        held(true).fed("a=4@3")));
    }

    /** Sums over a repartition topic with a name; a table may be joined to what comes over it. */
    private static Leg rekeyed(boolean isJoined) {
        Leg leg = Leg.dsl((builder, at) -> {
                    KStream<String, String> keyed = builder.<String, String>stream(at.in())
                            .selectKey((key, value) -> key)
                            .repartition(Repartitioned.as("keyed"));
                    Sums.add(keyed, at, Materialized.as(STORE));
                    if (isJoined) {
                        keyed.leftJoin(table(builder, at), (value, other) -> value + other)
                                .to(at.out());
                    }
                })
                .showing(STORE);
        return isJoined ? leg.showing(TABLE) : leg;
    }

    /** A join over a repartition topic without a name. */
    private static Leg joined(boolean isFiltered) {
        return Leg.dsl((builder, at) -> {
                    KTable<String, String> table = table(builder, at);
                    KStream<String, String> in = builder.stream(at.in());
                    (isFiltered ? in.filter((key, value) -> true) : in)
                            .selectKey((key, value) -> key)
                            .leftJoin(table, (value, other) -> value + other)
                            .to(at.out());
                })
                .showing(TABLE);
    }

    private static KTable<String, String> table(StreamsBuilder builder, Scene at) {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as(TABLE);
        return builder.table(at.topic(MORE), store);
    }

    private static Leg connected(boolean toBoth) {
        return Leg.dsl((builder, at) -> {
                    Sums.add(builder, at, STORE);
                    if (toBoth) {
                        builder.<String, String>stream(at.topic(MORE))
                                .process(Reader::new, STORE)
                                .to(at.out());
                    }
                })
                .showing(STORE);
    }

    private static final class Reader extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            TimestampedKeyValueStore<String, String> store = context().getStateStore(STORE);
            context().forward(record.withValue("read " + store.get(record.key()).value()));
        }
    }

    /** Sums in windows of a minute, let go as the windows close. */
    private static Leg held(boolean isHeld) {
        return Leg.dsl((builder, at) -> {
                    Materialized<String, String, WindowStore<Bytes, byte[]>> store = Materialized.as(STORE);
                    store.withKeySerde(Serdes.String()).withValueSerde(Serdes.String()); // the buffer needs them
                    store.withRetention(Duration.ofHours(1));
                    KTable<Windowed<String>, String> sums = builder.<String, String>stream(at.in())
                            .groupByKey()
                            .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
                            .reduce(Sums::plus, store);
                    KTable<Windowed<String>, String> shown = isHeld
                            ? sums.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded())
                                    .withName("held"))
                            : sums;
                    shown.toStream(Named.as("shown"))
                            .map((key, sum) -> KeyValue.pair(
                                    key.key() + Leg.minute(key.window().start()), sum))
                            .to(at.out());
                })
                .showing(STORE, ShownStore.WINDOWS);
    }
}
