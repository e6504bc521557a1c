package org.stoatflow.parity.program;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.KeyValueStore;

/** Stores that stay while their input comes over other topics, or over more partitions. */
final class ChangedInputs {
    private static final String STORE = "sums";
    private static final String TABLE = "table";
    private static final String MORE = "more";
    private static final String FIRST = "a=1 b=1 a=2";
    private static final String SECOND = "a=3 c=1";

    private ChangedInputs() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                                "a source topic is renamed",
                                Sums.in(STORE).fed(FIRST),
                                Leg.dsl((builder, at) ->
                                                Sums.add(builder.stream(at.topic(MORE)), at, Materialized.as(STORE)))
                                        .showing(STORE)
                                        .fedTo(MORE, SECOND))
                        .reading(MORE),
                Change.of(
                        "nothing changes, and a table has its source topic for a changelog",
                        table("in").fed(FIRST),
                        table("in").fed(SECOND)),
                Change.of(
                                "the source topic of an optimized table is renamed",
                                table("in").fed(FIRST),
                                table(MORE).fedTo(MORE, SECOND))
                        .reading(MORE),
                Change.of(
                        "an input gets more partitions",
                        Sums.in(STORE).fed(FIRST),
                        Sums.in(STORE).growing("in", 4).fed(SECOND)),
                Change.of(
                        "an input gets more partitions, before a repartition",
                        rekeyed(2).fed(FIRST),
                        rekeyed(2).growing("in", 4).fed(SECOND)),
                Change.of(
                        "a repartition is put before a store",
                        Sums.in(STORE).fed(FIRST),
                        rekeyed(2).fed(SECOND)),
                Change.of(
                        "a repartition before a store is removed",
                        rekeyed(2).fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "a repartition gets more partitions",
                        rekeyed(2).fed(FIRST),
                        rekeyed(4).fed(SECOND)),
                Change.of(
                                "a join is removed",
                                joined(true).fedTo(MORE, "a=9 b=9").fed(FIRST),
                                joined(false).fed(SECOND))
                        .reading(MORE));
    }

    private static Leg table(String topic) {
        return Leg.dsl((builder, at) -> {
                    Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as(STORE);
                    builder.<String, String>table(at.topic(topic), store)
                            .toStream()
                            .to(at.out());
                })
                .showing(STORE)
                .with("topology.optimization", "all");
    }

    private static Leg rekeyed(int partitions) {
        return Leg.dsl((builder, at) -> {
                    KStream<String, String> keyed = builder.<String, String>stream(at.in())
                            .selectKey((key, value) -> key)
                            .repartition(
                                    Repartitioned.<String, String>as("keyed").withNumberOfPartitions(partitions));
                    Sums.add(keyed, at, Materialized.as(STORE));
                })
                .showing(STORE);
    }

    private static Leg joined(boolean isJoined) {
        return Leg.dsl((builder, at) -> {
                    KStream<String, String> in = builder.stream(at.in());
                    Sums.add(in, at, Materialized.as(STORE));
                    if (isJoined) {
                        Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as(TABLE);
                        in.leftJoin(builder.table(at.topic(MORE), store), (value, other) -> value + other)
                                .to(at.out());
                    }
                })
                .showing(STORE);
    }
}
