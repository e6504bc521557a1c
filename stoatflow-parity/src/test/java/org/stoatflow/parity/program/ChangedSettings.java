package org.stoatflow.parity.program;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;

/** Stores that are logged, cached or restored otherwise than before. */
final class ChangedSettings {
    private static final String STORE = "sums";
    private static final String FIRST = "a=1 b=1 a=2";
    private static final String SECOND = "a=3 c=1";
    private static final String THIRD = "a=4 d=1";
    private static final String GUARANTEE = "processing.guarantee";
    private static final String EXACTLY_ONCE = "exactly_once_v2";

    private ChangedSettings() {}

    static List<Change> rows() {
        return List.of(
                Change.of(
                        "logging is set on",
                        unlogged().fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "logging is set on, exactly once",
                        unlogged().with(GUARANTEE, EXACTLY_ONCE).fed(FIRST),
                        Sums.in(STORE).with(GUARANTEE, EXACTLY_ONCE).fed(SECOND)),
                Change.of(
                        "logging is set off",
                        Sums.in(STORE).fed(FIRST),
                        unlogged().fed(SECOND)),
                Change.of(
                        "logging is set off and on again",
                        Sums.in(STORE).fed(FIRST),
                        unlogged().fed(SECOND),
                        Sums.in(STORE).fed(THIRD)),
                Change.of("caching is set on", Sums.in(STORE).fed(FIRST), cached().fed(SECOND)),
                Change.of(
                        "caching is set off",
                        cached().fed(FIRST),
                        Sums.in(STORE).fed(SECOND)),
                Change.of(
                        "the guarantee becomes exactly once",
                        Sums.in(STORE).fed(FIRST),
                        Sums.in(STORE).with(GUARANTEE, EXACTLY_ONCE).fed(SECOND)),
                Change.of(
                        "topology.optimization is set on",
                        table().fed(FIRST),
                        optimized(table()).fed(SECOND)),
                Change.of("topology.optimization is set off", optimized(table()).fed(FIRST), table().fed(SECOND)),
                Change.of(
                        "topology.optimization is set on and off again",
                        table().fed(FIRST),
                        optimized(table()).fed(SECOND),
                        table().fed(THIRD)));
    }

    private static Leg unlogged() {
        Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as(STORE);
        return Sums.in(STORE, store.withLoggingDisabled());
    }

    private static Leg cached() {
        return Sums.in(STORE).with("statestore.cache.max.bytes", 1_000_000);
    }

    private static Leg table() {
        return Leg.dsl((builder, at) -> {
                    Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as(STORE);
                    builder.<String, String>table(at.in(), store).toStream().to(at.out());
                })
                .showing(STORE);
    }

    private static Leg optimized(Leg leg) {
        return leg.with("topology.optimization", "all");
    }
}
