package org.stoatflow.dsl;

import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What a stream or table knows of the node that makes its records.
 *
 * @param name the node's name
 * @param keySerde the serde that is known to fit keys; null for none
 * @param valueSerde the serde that is known to fit values; null for none
 * @param sources the sources of the sub-topology
 */
record Origin<K, V>(
        String name, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde, Set<String> sources) {
    <K2, V2> Origin<K2, V2> of(String newName, @Nullable Serde<K2> keys, @Nullable Serde<V2> values) {
        return new Origin<>(newName, keys, values, sources);
    }
}
