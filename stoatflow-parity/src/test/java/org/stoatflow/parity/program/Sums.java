package org.stoatflow.parity.program;

import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;

/** The program of most rows of changes: all values of a key, one behind the other. */
final class Sums {
    private Sums() {}

    /** Sums up {@code in}, in a store of this name. */
    static Leg in(String store) {
        return Leg.dsl((builder, at) -> add(builder, at, store)).showing(store);
    }

    /** Sums up {@code in}, in a store that is made so. */
    static Leg in(String store, Materialized<String, String, KeyValueStore<Bytes, byte[]>> how) {
        return Leg.dsl((builder, at) -> add(builder.stream(at.in()), at, how)).showing(store);
    }

    static void add(StreamsBuilder builder, Scene at, String store) {
        add(builder.stream(at.in()), at, Materialized.as(store));
    }

    static void add(
            KStream<String, String> records, Scene at, Materialized<String, String, KeyValueStore<Bytes, byte[]>> how) {
        records.groupByKey().reduce(Sums::plus, how).toStream().to(at.out());
    }

    static String plus(String sum, String value) {
        return sum + "+" + value;
    }
}
