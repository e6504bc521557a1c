package org.stoatflow.dsl;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the table that an aggregation makes.
 *
 * @param keySerde the serde that is known to fit keys; null for none
 * @param valueSerde the serde that is known to fit values; null for none
 * @param queryableName the store's name, where the user has given it
 */
record TableResult<K, V>(
        @Nullable Serde<K> keySerde,
        @Nullable Serde<V> valueSerde,
        @Nullable String queryableName) {}
