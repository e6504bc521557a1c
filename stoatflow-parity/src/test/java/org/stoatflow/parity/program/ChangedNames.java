package org.stoatflow.parity.program;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;

/** Stores that come, go, and are called otherwise; tasks and topics whose numbers and names move. */
final class ChangedNames {
    private static final String STORE = "sums";
    private static final String OTHER = "others";
    private static final String MORE = "more";
    private static final String FIRST = "a=1 b=1 a=2";
    private static final String SECOND = "a=3 c=1";
    private static final String GENERATED = "KSTREAM-REDUCE-STATE-STORE-000000000";

    private ChangedNames() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                        "nothing changes",
                        Sums.in(STORE).fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "a store is renamed",
                        Sums.in(STORE).fed(FIRST),
                        Sums.in("renamed").fed(SECOND)),
                Change.of("a store is added", Sums.in(STORE).fed(FIRST), both().fed(SECOND)),
                Change.of(
                        "a store is removed", both().fed(FIRST), Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "a store is removed and added again",
                        both().fed(FIRST),
                        Sums.in(STORE).fed(SECOND),
                        both().fed("a=4")),
                Change.of(
                        "an operator is put before a store with a generated name",
                        generated().showing(GENERATED + "1").fed(FIRST),
                        Leg.dsl((builder, at) -> Sums.add(
                                        builder.<String, String>stream(at.in()).filter((key, value) -> true),
                                        at,
                                        Materialized.with(null, null)))
                                .showing(GENERATED + "2")
                                .fed(SECOND)),
                Change.of(
                                "a sub-topology is put first",
                                Sums.in(STORE).fed(FIRST),
                                Leg.dsl((builder, at) -> {
                                            more(builder, at, Materialized.as(OTHER));
                                            Sums.add(builder, at, STORE);
                                        })
                                        .showing(STORE)
                                        .showing(OTHER)
                                        .fed(SECOND)
                                        .fedTo(MORE, "a=9"))
                        .reading(MORE),
                Change.of(
                                "a sub-topology is put first, and names are generated",
                                generated().showing(GENERATED + "1").fed(FIRST),
                                Leg.dsl((builder, at) -> {
                                            more(builder, at, Materialized.with(null, null));
                                            Sums.add(builder.stream(at.in()), at, Materialized.with(null, null));
                                        })
                                        .showing(GENERATED + "1")
                                        .showing(GENERATED + "4")
                                        .fed(SECOND)
                                        .fedTo(MORE, "a=9"))
                        .reading(MORE));
    }

    private static Leg both() {
        return Leg.dsl((builder, at) -> {
                    KStream<String, String> in = builder.stream(at.in());
                    Sums.add(in, at, Materialized.as(STORE));
                    in.groupByKey().reduce(Sums::plus, Materialized.as(OTHER));
                })
                .showing(STORE)
                .showing(OTHER);
    }

    private static Leg generated() {
        return Leg.dsl((builder, at) -> Sums.add(builder.stream(at.in()), at, Materialized.with(null, null)));
    }

    private static void more(
            StreamsBuilder builder, Scene at, Materialized<String, String, KeyValueStore<Bytes, byte[]>> how) {
        builder.<String, String>stream(at.topic(MORE)).groupByKey().reduce(Sums::plus, how);
    }
}
