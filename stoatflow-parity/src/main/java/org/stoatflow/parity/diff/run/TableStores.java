package org.stoatflow.parity.diff.run;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** How steps materialize their tables: 0 without a name, 1 named, 2 not cached, 3 in memory, 4 not
 * logged, 5 versioned. */
final class TableStores {
    private static final Duration HISTORY = Duration.ofMillis(200);

    private TableStores() {}

    static Materialized<String, Tally, KeyValueStore<Bytes, byte[]>> keyValue(int number, int how) {
        return keyValue(number, how, new TallySerde());
    }

    static <V> Materialized<String, V, KeyValueStore<Bytes, byte[]>> keyValue(int number, int how, Serde<V> values) {
        String name = name(number);
        Materialized<String, V, KeyValueStore<Bytes, byte[]>> materialized = switch (how) {
            case 0 -> Materialized.with(Serdes.String(), values);
            case 3 -> Materialized.as(Stores.inMemoryKeyValueStore(name));
            case Step.VERSIONED -> Materialized.as(Stores.persistentVersionedKeyValueStore(name, HISTORY));
            default -> Materialized.as(name);
        };
        return complete(materialized, how, values);
    }

    static <V, S extends StateStore> Materialized<String, V, S> complete(
            Materialized<String, V, S> materialized, int how, Serde<V> values) {
        materialized.withKeySerde(Serdes.String()).withValueSerde(values);
        return switch (how) {
            case 2 -> materialized.withCachingDisabled();
            case 4 -> materialized.withLoggingDisabled();
            default -> materialized;
        };
    }

    static String name(int number) {
        return "store-" + number;
    }

    static int how(Step step) {
        return step.get("store");
    }
}
